import type { Customer } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { compiledForIds } from '../../store/queries/compiled-once.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { sortByIds } from '../load-by-ids.ts'
import { loadSubscriptionsOf } from '../subscriptions/load-subscriptions.ts'
import { presentCustomer, shownWholeCustomerColumns } from './present-customer.ts'
import { presentPaymentMethod, shownMethodColumns } from './present-payment-method.ts'

/** Loads customers as the interface shows them, in the order of the ids, with four queries for any number of customers. */
export const loadCustomers = async (db: OrganizationDatabase, ids: readonly string[]): Promise<readonly Customer[]> => {
  if (ids.length === 0) return []
  const [customers, methods, subscriptions, balances] = await Promise.all([
    findCustomers(db, ids),
    findMethods(db, ids),
    loadSubscriptionsOf(db, ids),
    findBalances(db, ids),
  ])
  const methodsOf = Map.groupBy(methods, ({ customerId }) => customerId)
  const balancesOf = Map.groupBy(balances, ({ customerId }) => customerId)
  return sortByIds(ids, customers).map((customer) =>
    presentCustomer(customer, {
      paymentMethods: (methodsOf.get(customer.id) ?? []).map(presentPaymentMethod),
      subscriptions: subscriptions.get(customer.id) ?? [],
      balances: (balancesOf.get(customer.id) ?? []).map(({ amount, currency }) => ({ amount, currency })),
    }),
  )
}

const findCustomers = compiledForIds((db: OrganizationDatabase, ids) =>
  db.selectFrom('customers').select(shownWholeCustomerColumns).where('id', '=', ids),
)

/** Loads one customer, who must exist, as the interface shows them. */
export const loadShownCustomer = async (db: OrganizationDatabase, id: string): Promise<Customer> =>
  required((await loadCustomers(db, [id]))[0], 'customer', id)

/** The remaining credit of customers, by currency. */
const findBalances = compiledForIds((db: OrganizationDatabase, customerIds) =>
  db
    .selectFrom('customerCredits')
    .select(['customerId', 'currencyCode as currency', sql<number>`sum(left_amount)::bigint`.as('amount')])
    .where('customerId', '=', customerIds)
    .where('leftAmount', '>', sql.lit(0))
    .groupBy(['customerId', 'currencyCode'])
    .orderBy('currencyCode'),
)

/** The attached methods of customers, oldest first. */
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
