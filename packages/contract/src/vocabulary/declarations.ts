/** What a consumer declares: the end of a contract, or the withdrawal from it. */
export const declarationKinds = ['cancel', 'withdraw'] as const

/** One of them. */
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
