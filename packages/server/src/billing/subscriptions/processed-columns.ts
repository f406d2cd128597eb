import type { SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'

/** The columns of a due subscription that are cleared after it was processed: its lease, and its deferral. */
export const processedColumns = { deferredUntil: null, tries: 0, deferredReason: null, leaseUntil: null } as const

/** The columns that make a worker check again whether the credit of a cancelled subscription can move to its customer. */
export const creditRecheckColumns = ({ status }: Pick<SubscriptionRow, 'status'>): SubscriptionChange =>
  status === 'cancelled' ? { deferredUntil: null } : {}

/** The columns of a subscription without a scheduled change. */
export const noScheduledChange = { scheduledPlanId: null, scheduledPriceAmount: null, scheduledQuantity: null } as const

/**
 * The columns that begin a new cycle: they clear the former period's lost payment, and the cost that a plan change in that period deferred.
 */
export const newCycleColumns = { lostPaymentId: null, deferredCostAmount: 0 } as const

/** The columns of a subscription that is not cancelled. */
export const notCancelledColumns = { cancellation: null, requestedEndAt: null } as const

/**
 * The columns that end dunning: they clear the dates and counts of failed charges, the lease and the deferral. The debt and a renewal in
 * flight stay.
 */
export const noDunningColumns = {
  ...processedColumns,
  attemptCount: 0,
  failureCount: 0,
  pastDueSince: null,
  givesUpAt: null,
  methodWantedAt: null,
} as const
