import { Problem } from '@billing-checkout/contract'
import { invalidValue } from '../../reading/refuse-issues.ts'
import type { SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { isExpired, methodColumns } from '../customers/order-methods.ts'

/**
 * The columns of a subscription whose later charges use another stored method of its customer; undefined if it uses that method already.
 * The caller holds the lock on the customer's name, so no other request can detach the method.
 */
export const columnsForOtherMethod = async (
  { db, now }: Write,
  { id, customerId, status, paymentMethodId, nextBillingDate }: SubscriptionRow,
  methodId: string,
): Promise<SubscriptionChange | undefined> => {
  if (status === 'cancelled')
    throw new Problem('subscription_not_changeable', `Subscription ${id} is cancelled and is not charged.`)
  const method = await db
    .selectFrom('paymentMethods')
    .selectAll()
    .where('id', '=', methodId)
    .where('customerId', '=', customerId)
    .where('detachedAt', 'is', null)
    .executeTakeFirst()
  if (method === undefined)
    throw new Problem('not_found', `The customer of subscription ${id} has no payment method ${methodId}.`)
  if (isExpired(method, now))
    throw invalidValue('body.subscription.payment_method_id', `Payment method ${methodId} has expired.`)
  if (paymentMethodId === methodId) return undefined
  // A debt that waited for a chargeable method is charged immediately.
  const waited = status === 'past_due' && nextBillingDate === null
  return {
    ...methodColumns(method),
    updatedAt: now,
    ...(waited && { nextBillingDate: now, methodWantedAt: null }),
  }
}
