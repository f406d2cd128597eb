/** Why recurring revenue changes. */
export const revenueMovements = [
  'new',
  'reactivation',
  'expansion',
  'contraction',
  'churn_voluntary',
  'churn_involuntary',
] as const
/** Why recurring revenue changed. */
export type RevenueMovement = (typeof revenueMovements)[number]
