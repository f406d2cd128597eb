import { type SubscriptionTrigger, subscriptionStatusAfter } from '@billing-checkout/domain'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { SubscriptionRow, SubscriptionChange } from '../../store/rows.ts'
import { oweEmail } from '../../store/writes/owe-email.ts'
import type { Write } from '../../store/writes/write.ts'
import { cancellationColumn } from './prepare-status-change.ts'
import { noDunningColumns, noScheduledChange } from './processed-columns.ts'
import { updateSubscription, recordSubscriptionEvent } from './record-subscription-event.ts'

/** Whether a subscription is still renewed: it is neither cancelled nor scheduled for cancellation. */
export const renews = ({ status }: SubscriptionRow): boolean =>
  status !== 'cancelled' && status !== 'scheduled_for_cancellation'

/** Cancels a past-due subscription whose dunning days are over. */
export const cancelAfterDunning = (work: Write, subscription: LockedSubscription): Promise<void> =>
  endUnpaid(work, subscription, 'attemptsUsedUp')

/** Cancels a subscription because its debt was not paid, and owes its customer the email about the end. */
export const endUnpaid = async (
  work: Write,
  subscription: LockedSubscription,
  trigger: SubscriptionTrigger,
): Promise<void> => {
  oweEmailOfUnpaidEnd(work, subscription)
  await endByTrigger(work, subscription, trigger, cancellationColumn(work, subscription, { source: 'unpaid' }))
}

/** Cancels a subscription that was scheduled for cancellation and whose paid period is over. */
export const cancelAsScheduled = (work: Write, subscription: LockedSubscription): Promise<void> =>
  endByTrigger(work, subscription, 'periodEnded')

/** Cancels a subscription with a requested end, because its last renewal before that end was not paid. */
export const endAsRequested = (work: Write, subscription: LockedSubscription): Promise<void> =>
  endByTrigger(work, subscription, 'cancelled', { requestedEndAt: null })

const endByTrigger = async (
  work: Write,
  subscription: LockedSubscription,
  trigger: SubscriptionTrigger,
  columns: SubscriptionChange = {},
): Promise<void> => {
  const status = subscriptionStatusAfter(subscription.status, trigger)
  updateSubscription(work, subscription, { ...nothingOwedColumns, ...columns, status, nextBillingDate: null })
  await recordSubscriptionEvent(work, subscription.id, 'subscription.cancelled')
}

/** The columns of a subscription that owes nothing: they clear its debt, dunning, deferral, renewal in flight and scheduled change. */
export const nothingOwedColumns = {
  ...noDunningColumns,
  ...noScheduledChange,
  renewalPaymentId: null,
  owedClaimId: null,
} as const

/** Owes the customer the email about the end of their unpaid subscription. */
export const oweEmailOfUnpaidEnd = (work: Write, { id, customerId }: LockedSubscription): void =>
  oweEmail(work, {
    kind: 'cancellation',
    customerId,
    subscriptionId: id,
    facts: { ends_at: work.now, ended_by: 'unpaid' },
  })
