import type { EventType, Subscription } from '@billing-checkout/contract'
import { recordEvent } from '../../store/events/record-event.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import { loadShownSubscription } from '../../presenters/subscriptions/load-subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'
import type { SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import { isScheduledBy } from '../emails/owe-email-of-change.ts'

/** An event about a subscription. */
export type SubscriptionEvent = Extract<EventType, `subscription.${string}`>

/** Records the event of a subscription's change, and returns the changed subscription. */
export const recordSubscriptionEvent = async (
  work: Write,
  id: string,
  type: SubscriptionEvent,
): Promise<Subscription> => {
  const subscription = await loadShownSubscription(work.db, id)
  recordEvent(work, type, subscription)
  return subscription
}

/** Changes the columns of a locked subscription, and its `updated_at`. */
export const updateSubscription = (
  { update, now }: Write,
  { id }: LockedSubscription,
  change: SubscriptionChange,
): void => {
  update('subscriptions', { id }, { ...change, updatedAt: now })
}

/** The type of event for a change that was requested and made without a charge. */
export const eventTypeOfChange = (before: SubscriptionRow, after: Subscription): SubscriptionEvent => {
  if (before.status !== 'cancelled' && after.status === 'cancelled') return 'subscription.cancelled'
  return isScheduledBy(before, after) ? 'subscription.change_scheduled' : 'subscription.updated'
}
