import { addInterval } from '@billing-checkout/domain'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/write.ts'
import { dun } from './dun-subscription.ts'
import { recordSubscription, updateSubscription } from './record-subscription.ts'

/** For how long a renewal waits for the address on which its tax depends, before the subscription is past due. */
const daysUntilPastDue = 30

const reason = 'address_required'

/**
 * Lets a renewal wait whose tax depends on an address that is not known. The subscription keeps its status and the renewal is tried
 * again every day. An event asks for the address when the wait begins. Answers what became of the subscription.
 */
export const awaitAddress = async (work: Write, subscription: LockedSubscription, message: string): Promise<string> => {
  const isFirst = !subscription.heldReason?.startsWith(reason)
  const since = subscription.nextBillingDate ?? work.now
  if (subscription.status !== 'past_due' && work.now >= addInterval(since, 'days', daysUntilPastDue)) {
    await dun(work, subscription, { attempts: subscription.attemptCount, mayRetry: false, since: work.now })
    return 'subscription.past_due'
  }
  updateSubscription(work, subscription, {
    leaseUntil: null,
    heldCount: subscription.heldCount + 1,
    heldUntil: addInterval(work.now, 'days', 1),
    heldReason: `${reason}: ${message}`,
  })
  if (isFirst) await recordSubscription(work, subscription.id, 'subscription.address_required')
  return 'subscription.address_required'
}

/** Renews what waited for the address of a customer, now that it was changed: also a subscription that became past due by the wait. */
export const endWaitForAddress = async ({ db, now }: Write, customerId: string): Promise<void> => {
  await db
    .updateTable('subscriptions')
    .set({ heldUntil: null, heldCount: 0, heldReason: null })
    .where('customerId', '=', customerId)
    .where('heldReason', 'like', `${reason}%`)
    .execute()
  await db
    .updateTable('subscriptions')
    .set({ nextBillingDate: now })
    .where('customerId', '=', customerId)
    .where('status', '=', 'past_due')
    .where('attemptCount', '=', 0)
    .where('nextBillingDate', 'is', null)
    .where('paymentMethodId', 'is not', null)
    .execute()
}
