/** The declarations that a consumer can make: cancelling a contract, or withdrawing from it. */
export const declarationKinds = ['cancel', 'withdraw'] as const

/** The kind of a consumer's declaration. */
export type DeclarationKind = (typeof declarationKinds)[number]

/** The possible effects of a declaration on a contract: a subscription or a one-off purchase. */
export const declarationOutcomes = [
  'scheduled',
  'ended',
  'withdrawn',
  'change_withdrawn',
  'too_late',
  'no_right',
  'right_lost',
  'left_to_merchant',
] as const

/** The effect of a declaration on one contract. */
export type DeclarationOutcome = (typeof declarationOutcomes)[number]
