import type { Write } from '../../store/writes/write.ts'

/** The beginning of `deferred_reason` for a renewal that waits for an address. */
export const addressReason = 'address_required'

/**
 * Makes the renewals due that waited for a customer's address, because the address has changed. This includes renewals of subscriptions
 * that became past due while they waited.
 */
export const endWaitForAddress = ({ db, send, now }: Write, customerId: string): void => {
  send(
    db
      .updateTable('subscriptions')
      .set({ deferredUntil: null, tries: 0, deferredReason: null })
      .where('customerId', '=', customerId)
      .where('deferredReason', 'like', `${addressReason}%`),
  )
  send(
    db
      .updateTable('subscriptions')
      .set({ nextBillingDate: now })
      .where('customerId', '=', customerId)
      .where('status', '=', 'past_due')
      .where('attemptCount', '=', 0)
      .where('nextBillingDate', 'is', null)
      .where('paymentMethodId', 'is not', null),
  )
}
