/** What a consumer can declare: cancelling a contract, or withdrawing from it. */
export const declarationKinds = ['cancel', 'withdraw'] as const

/** What a consumer declared. */
export type DeclarationKind = (typeof declarationKinds)[number]

/** What a declaration may do to a subscription. */
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

/** What a declaration did to one subscription. */
export type DeclarationOutcome = (typeof declarationOutcomes)[number]
