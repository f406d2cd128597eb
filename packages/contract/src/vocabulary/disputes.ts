/** The reasons of disputes. */
export const disputeReasons = [
  'fraudulent',
  'unrecognized',
  'duplicate',
  'credit_not_processed',
  'product_not_received',
  'product_unacceptable',
  'subscription_cancelled',
  'other',
] as const

/** The reason of a dispute. */
export type DisputeReason = (typeof disputeReasons)[number]

/** The statuses of a dispute. */
export const disputeStatuses = ['inquiry', 'inquiry_closed', 'needs_response', 'under_review', 'won', 'lost'] as const

/** The status of a dispute. */
export type DisputeStatus = (typeof disputeStatuses)[number]

/** The actions on a subscription that a merchant can choose if a dispute of its payment needs a response. */
export const disputeActions = ['nothing', 'at_period_end', 'now'] as const
