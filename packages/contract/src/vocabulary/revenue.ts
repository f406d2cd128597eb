/** Causes for which the recurring revenue of a month changes. */
export const revenueMovements = [
  'new',
  'reactivation',
  'expansion',
  'contraction',
  'churn_voluntary',
  'churn_involuntary',
] as const
/** A cause for which recurring revenue changes. */
export type RevenueMovement = (typeof revenueMovements)[number]
