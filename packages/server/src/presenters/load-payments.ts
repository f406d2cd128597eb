import type { Payment, Subscription } from '@billing-checkout/contract'
import { sql } from 'kysely'
import { findCustomer } from '../store/customers.ts'
import type { OrganizationDatabase } from '../store/in-organization.ts'
import { oneOf } from '../store/one-of.ts'
import type { LatestRefund, PaymentRow } from '../store/rows.ts'
import type { LoadContext } from '../store/write.ts'
import { loadSubscriptions } from './load-subscriptions.ts'
import { type PaymentRelations, presentPayment } from './present-payment.ts'

/** Payments as the interface shows them, in the order of the ids; a fixed number of queries however many there are. */
export const loadPayments = async (db: OrganizationDatabase, ids: readonly string[]): Promise<readonly Payment[]> => {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('payments').selectAll().where('id', '=', oneOf(ids)).execute()
  if (rows.length === 0) return []
  const [customers, subscriptions, refunds] = await Promise.all([
    db
      .selectFrom('customers')
      .selectAll()
      .where('id', '=', oneOf([...new Set(rows.map((row) => row.customerId))]))
      .execute(),
    loadSubscriptions(db, [...new Set(rows.map((row) => row.subscriptionId).filter((id) => id !== null))]),
    db
      .selectFrom('refunds')
      .selectAll()
      .select(anyPending)
      .distinctOn('paymentId')
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

/** A payment that nobody else can change now, as the interface shows it; what is known of its company is not asked for. */
export const presentLockedPayment = async (
  context: LoadContext,
  payment: PaymentRow,
  known: Partial<PaymentRelations> = {},
): Promise<Payment> => {
  const { customer, subscription, latestRefund } = known
  const [shownCustomer, shownSubscription, shownRefund] = await Promise.all([
    customer ?? findCustomer(context, payment.customerId),
    subscription === undefined ? subscriptionOf(context, payment) : subscription,
    latestRefund === undefined ? loadLatestRefund(context, payment.id) : latestRefund,
  ])
  return presentPayment(payment, {
    customer: shownCustomer!,
    subscription: shownSubscription ?? null,
    latestRefund: shownRefund ?? null,
  })
}

const subscriptionOf = async (
  { db }: LoadContext,
  { subscriptionId }: PaymentRow,
): Promise<Subscription | undefined> =>
  subscriptionId === null ? undefined : (await loadSubscriptions(db, [subscriptionId]))[0]

const loadLatestRefund = ({ db }: LoadContext, paymentId: string): Promise<LatestRefund | undefined> =>
  db
    .selectFrom('refunds')
    .selectAll()
    .select(anyPending)
    .where('paymentId', '=', paymentId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const anyPending = sql<boolean>`bool_or(status = 'pending') over (partition by payment_id)`.as('anyPending')
