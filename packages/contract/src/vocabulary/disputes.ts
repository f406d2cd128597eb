/** Why a payer may object to a payment. */
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

/** Why a payer objects to a payment. */
export type DisputeReason = (typeof disputeReasons)[number]

/** The stages of a dispute. */
export const disputeStatuses = ['inquiry', 'inquiry_closed', 'needs_response', 'under_review', 'won', 'lost'] as const

/** The stage of a dispute. */
export type DisputeStatus = (typeof disputeStatuses)[number]

/** What may happen to the subscription of a payment once its dispute needs a response. */
export const disputeActions = ['nothing', 'at_period_end', 'now'] as const
