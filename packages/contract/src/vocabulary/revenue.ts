/** The causes of a change in recurring revenue. */
export const revenueMovements = [
  'new',
  'reactivation',
  'expansion',
  'contraction',
  'churn_voluntary',
  'churn_involuntary',
] as const
/** The cause of a change in recurring revenue. */
export type RevenueMovement = (typeof revenueMovements)[number]
