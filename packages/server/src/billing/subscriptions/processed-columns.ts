import type { SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'

/** The columns that are cleared once a due subscription has been processed: its lease, and why it was deferred. */
export const processedColumns = { deferredUntil: null, tries: 0, deferredReason: null, leaseUntil: null } as const

/** The columns that make a worker look again whether the credit of a cancelled subscription can move to its customer. */
export const recheckCredit = ({ status }: Pick<SubscriptionRow, 'status'>): SubscriptionChange =>
  status === 'cancelled' ? { deferredUntil: null } : {}

/** The columns of a subscription without a scheduled change. */
export const noScheduledChange = { scheduledPlanId: null, scheduledPriceAmount: null, scheduledQuantity: null } as const

/** The columns of a subscription that is not cancelled. */
export const notCancelled = { cancellation: null, requestedEndAt: null } as const

/** The columns of a subscription without a due or failed charge. They leave what it owes and a renewal in flight as they are. */
export const noDunning = {
  ...processedColumns,
  attemptCount: 0,
  failureCount: 0,
  pastDueSince: null,
  givesUpAt: null,
  methodWantedAt: null,
} as const
