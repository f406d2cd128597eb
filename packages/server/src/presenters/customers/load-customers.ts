import type { Customer, PaymentMethod } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { compiledForIds } from '../../store/queries/compiled-once.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { loadSubscriptionsOf } from '../subscriptions/load-subscriptions.ts'
import { presentCustomer, shownWholeCustomerColumns } from './present-customer.ts'
import { presentPaymentMethod, shownMethodColumns } from './present-payment-method.ts'

/** Loads customers as the interface shows them, in the order of the ids, with four queries for any number of customers. */
export const loadCustomers = async (db: OrganizationDatabase, ids: readonly string[]): Promise<readonly Customer[]> => {
  if (ids.length === 0) return []
  const [customers, methods, subscriptions, balances] = await Promise.all([
    findCustomers(db, ids),
    loadMethodsOf(db, ids),
    loadSubscriptionsOf(db, ids),
    loadBalancesOf(db, ids),
  ])
  const byId = new Map(customers.map((customer) => [customer.id, customer]))
  return ids
    .map((id) => byId.get(id))
    .filter((customer) => customer !== undefined)
    .map((customer) =>
      presentCustomer(customer, {
        paymentMethods: methods.get(customer.id) ?? [],
        subscriptions: subscriptions.get(customer.id) ?? [],
        balances: balances.get(customer.id) ?? [],
      }),
    )
}

const findCustomers = compiledForIds((db: OrganizationDatabase, ids) =>
  db.selectFrom('customers').select(shownWholeCustomerColumns).where('id', '=', ids),
)

/** Loads one customer, who must exist, as the interface shows them. */
export const loadShownCustomer = async (db: OrganizationDatabase, id: string): Promise<Customer> =>
  required((await loadCustomers(db, [id]))[0], 'customer', id)

/** The remaining credit of each customer, by currency. */
const loadBalancesOf = async (
  db: OrganizationDatabase,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, Customer['balances']>> => {
  const grouped = Map.groupBy(await findBalances(db, customerIds), ({ customerId }) => customerId)
  return new Map(
    [...grouped].map(([id, balances]) => [id, balances.map(({ amount, currency }) => ({ amount, currency }))]),
  )
}

const findBalances = compiledForIds((db: OrganizationDatabase, customerIds) =>
  db
    .selectFrom('customerCredits')
    .select(['customerId', 'currencyCode as currency', sql<number>`sum(left_amount)::bigint`.as('amount')])
    .where('customerId', '=', customerIds)
    .where('leftAmount', '>', sql.lit(0))
    .groupBy(['customerId', 'currencyCode'])
    .orderBy('currencyCode'),
)

/** The attached methods of each customer, oldest first. */
const loadMethodsOf = async (
  db: OrganizationDatabase,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentMethod[]>> => {
  const rows = await findMethods(db, customerIds)
  const grouped = Map.groupBy(rows, (method) => method.customerId)
  return new Map([...grouped].map(([customerId, methods]) => [customerId, methods.map(presentPaymentMethod)]))
}

const findMethods = compiledForIds((db: OrganizationDatabase, customerIds) =>
  db
    .selectFrom('paymentMethods')
    .select(shownMethodColumns)
    .select('customerId')
    .where('customerId', '=', customerIds)
    .where('detachedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id'),
)
