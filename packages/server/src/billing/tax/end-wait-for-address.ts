import type { Write } from '../../store/write.ts'

/** How the reason begins for which a renewal waits for an address. */
export const addressReason = 'address_required'

/** Renews what waited for the address of a customer, now that it was changed: also a subscription that became past due by the wait. */
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
