import type { Payment } from '@billing-checkout/contract'
import { presentPayment } from '../presenters/present-payment.ts'
import type { Database } from './database.ts'
import { oneOf } from './one-of.ts'
import type { PaymentRow } from './rows.ts'
import { loadSubscriptionOfPayment, loadSubscriptions } from './subscriptions.ts'
import type { Write } from './write.ts'

/** One payment, or `undefined`. */
export const loadPaymentRow = (db: Database, organizationId: string, id: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** One payment, locked until the transaction ends. */
export const lockPayment = ({ db, organizationId }: Write, id: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Payments as the interface shows them, in the order of the ids; a fixed number of queries however many there are. */
export const loadPayments = async (
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly Payment[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', oneOf(ids))
    .execute()
  if (rows.length === 0) return []
  const [customers, subscriptions, refunds] = await Promise.all([
    db
      .selectFrom('customers')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('id', '=', oneOf([...new Set(rows.map((row) => row.customerId))]))
      .execute(),
    loadSubscriptions(db, organizationId, [
      ...new Set(rows.map((row) => row.subscriptionId).filter((id) => id !== null)),
    ]),
    db
      .selectFrom('refunds')
      .selectAll()
      .distinctOn('paymentId')
      .where('organizationId', '=', organizationId)
      .where('paymentId', '=', oneOf(ids))
      .orderBy('paymentId')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  ])
  const payments = new Map(rows.map((row) => [row.id, row]))
  const customersById = new Map(customers.map((customer) => [customer.id, customer]))
  const subscriptionsById = new Map(subscriptions.map((subscription) => [subscription.id, subscription]))
  const refundsByPayment = new Map(refunds.map((refund) => [refund.paymentId, refund]))
  return ids
    .map((id) => payments.get(id))
    .filter((payment) => payment !== undefined)
    .map((payment) =>
      presentPayment(payment, {
        customer: customersById.get(payment.customerId)!,
        subscription: subscriptionsById.get(payment.subscriptionId ?? '') ?? null,
        latestRefund: refundsByPayment.get(payment.id) ?? null,
      }),
    )
}

/** A payment that nobody else can change now, as the interface shows it: everything about it is asked for at once. */
export const loadLockedPayment = async ({ db, organizationId }: Write, id: string): Promise<Payment> => {
  const [payment, customer, subscription, latestRefund] = await Promise.all([
    loadPaymentRow(db, organizationId, id),
    db
      .selectFrom('customers')
      .selectAll('customers')
      .innerJoin('payments', (join) =>
        join
          .onRef('payments.organizationId', '=', 'customers.organizationId')
          .onRef('payments.customerId', '=', 'customers.id'),
      )
      .where('payments.organizationId', '=', organizationId)
      .where('payments.id', '=', id)
      .executeTakeFirst(),
    loadSubscriptionOfPayment(db, organizationId, id),
    db
      .selectFrom('refunds')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('paymentId', '=', id)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return presentPayment(payment!, {
    customer: customer!,
    subscription: subscription ?? null,
    latestRefund: latestRefund ?? null,
  })
}
