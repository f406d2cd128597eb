import { type DetachedPaymentMethod, Problem } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import { presentPaymentMethod } from '../../presenters/customers/present-payment-method.ts'
import { loadShownSubscription } from '../../presenters/subscriptions/load-subscriptions.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { PaymentMethodRow } from '../../store/rows.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { oweDetachment } from '../../store/writes/owe-detachment.ts'
import { type Write, write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { lockName } from '../lock-names-of.ts'
import { isExpired, methodColumns, orderMethods } from './order-methods.ts'

/**
 * Detaches a stored method, so that it is never charged again. A subscription that used it switches to another method of the customer; if
 * there is none, the subscription becomes past due at its next charge. Payments keep showing the method. The same commit records an
 * obligation to delete the method at its processor, which a worker retries until it is done. Detaching twice changes nothing.
 */
export const detachMethod = (
  { database, vault, processors }: Billing,
  call: CallerContext,
  id: string,
): Promise<DetachedPaymentMethod> =>
  write(database, call.organization.id, async (work) => {
    const stored = work.db.selectFrom('paymentMethods').where('id', '=', id)
    const owner = await stored.select('customerId').executeTakeFirst()
    if (owner === undefined) throw new Problem('not_found', `There is no payment method ${id}.`)
    // A charge looks up its method under this lock. So once the request to detach a method is answered, no new charge uses the method.
    await lockNames(work, [lockName.customer(owner.customerId)])
    const row = await stored.selectAll().forUpdate().executeTakeFirstOrThrow()
    const method = presentPaymentMethod(row)
    if (row.detachedAt !== null) return { ...method, subscriptions: [] }
    await work.db.updateTable('paymentMethods').set({ detachedAt: work.now }).where('id', '=', id).execute()
    // Cards of a processor that needs the card number are stored in our vault, so that processor has nothing to delete.
    if (processors.find(row.connection)?.needsCardNumber !== true) await oweDetachment(work.db, row)
    await vault.forget(work.db, { organizationId: work.organizationId, id: row.processorToken })
    recordEvent(work, 'payment_method.detached', method)
    return {
      ...method,
      subscriptions: await switchToOtherMethod(work, row, (connection) => processors.find(connection) !== undefined),
    }
  })

/**
 * Switches the subscriptions that use a method to another chargeable method of the customer, if there is one. The caller holds the advisory
 * lock on the customer, which every renewal takes first.
 */
const switchToOtherMethod = async (
  work: Write,
  { id, customerId }: PaymentMethodRow,
  isServed: (connection: string) => boolean,
): Promise<DetachedPaymentMethod['subscriptions']> => {
  const { db, now } = work
  const [paid, methods] = await Promise.all([
    db
      .selectFrom('subscriptions')
      .select('id')
      .where('customerId', '=', customerId)
      .where('paymentMethodId', '=', id)
      .where('status', '<>', 'cancelled')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('paymentMethods')
      .selectAll()
      .where('customerId', '=', customerId)
      .where('detachedAt', 'is', null)
      .where('id', '<>', id)
      .execute(),
  ])
  if (paid.length === 0) return []
  const chargeable = methods.filter((method) => isServed(method.connection) && !isExpired(method, now))
  const [other] = await orderMethods(db, chargeable, now)
  const shown: DetachedPaymentMethod['subscriptions'] = []
  for (const subscription of paid) {
    if (other !== undefined) {
      await db
        .updateTable('subscriptions')
        .set({ ...methodColumns(other), updatedAt: now })
        .where('id', '=', subscription.id)
        .execute()
      recordEvent(work, 'subscription.updated', await loadShownSubscription(db, subscription.id))
    }
    shown.push({ id: subscription.id, payment_method_id: other?.id ?? null })
  }
  return shown
}
