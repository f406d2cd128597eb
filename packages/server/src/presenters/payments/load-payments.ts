import type { Payment, Subscription } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import { compiledForIds } from '../../store/queries/compiled-once.ts'
import { findCustomer } from '../../store/entities/customers.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { PaymentRow } from '../../store/rows.ts'
import type { LoadContext } from '../../store/writes/write.ts'
import { sortByIds } from '../load-by-ids.ts'
import { loadSubscriptions, loadSubscriptionsOfPayments } from '../subscriptions/load-subscriptions.ts'
import { shownCustomerColumns } from '../customers/present-customer.ts'
import { type PaymentRelations, presentPayment, shownPaymentColumns, shownRefundColumns } from './present-payment.ts'

/**
 * Loads payments as the interface shows them, in the order of the ids, with a fixed number of queries. Call it over `shareConnection` or in
 * a transaction. The statements then run in order, so the second query finds the customer of every payment that the first has found.
 */
export const loadPayments = async (db: OrganizationDatabase, ids: readonly string[]): Promise<readonly Payment[]> => {
  if (ids.length === 0) return []
  // All queries use the payments' ids and start at the same time, so that they share one round trip.
  const [rows, customers, subscriptions, refunds] = await Promise.all([
    findPayments(db, ids),
    findCustomersOfPayments(db, ids),
    loadSubscriptionsOfPayments(db, ids),
    findRefunds(db, ids),
  ])
  const customersById = new Map(customers.map((customer) => [customer.id, customer]))
  const subscriptionsById = new Map(subscriptions.map((subscription) => [subscription.id, subscription]))
  const refundsByPayment = Map.groupBy(refunds, (refund) => refund.paymentId)
  return sortByIds(ids, rows).map((payment) =>
    presentPayment(payment, {
      customer: required(customersById.get(payment.customerId), 'customer of payment', payment.id),
      subscription: subscriptionsById.get(payment.subscriptionId ?? '') ?? null,
      refunds: refundsByPayment.get(payment.id) ?? [],
    }),
  )
}

const findPayments = compiledForIds((db: OrganizationDatabase, ids) =>
  db.selectFrom('payments').select(shownPaymentColumns).select(['customerId', 'subscriptionId']).where('id', '=', ids),
)

const findCustomersOfPayments = compiledForIds((db: OrganizationDatabase, paymentIds) =>
  db
    .selectFrom('customers')
    .select(shownCustomerColumns)
    .where('id', 'in', (payers) =>
      payers.selectFrom('payments').select('customerId').where('payments.id', '=', paymentIds),
    ),
)

const findRefunds = compiledForIds((db: OrganizationDatabase, paymentIds) =>
  db
    .selectFrom('refunds')
    .select(shownRefundColumns)
    .select('paymentId')
    .where('paymentId', '=', paymentIds)
    .orderBy('createdAt')
    .orderBy('id'),
)

/** Presents a payment that this transaction has locked. Relations that the caller has already loaded are not read again. */
export const presentLockedPayment = async (
  context: LoadContext,
  payment: PaymentRow,
  loaded: Partial<PaymentRelations> = {},
): Promise<Payment> => {
  const { customer, subscription, refunds } = loaded
  const [shownCustomer, shownSubscription, shownRefunds] = await Promise.all([
    customer ?? findCustomer(context, payment.customerId),
    subscription === undefined ? subscriptionOf(context, payment) : subscription,
    refunds ?? findRefunds(context.db, [payment.id]),
  ])
  return presentPayment(payment, {
    customer: required(shownCustomer, 'customer of payment', payment.id),
    subscription: shownSubscription ?? null,
    refunds: shownRefunds,
  })
}

const subscriptionOf = async ({ db }: LoadContext, { subscriptionId }: PaymentRow): Promise<Subscription | undefined> =>
  subscriptionId === null ? undefined : (await loadSubscriptions(db, [subscriptionId]))[0]
