import type { Customer, PaymentMethod, Subscription } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import { compiledForIds } from '../../store/queries/compiled-once.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { loadSubscriptionsOf } from '../subscriptions/load-subscriptions.ts'
import { presentCustomer, shownOfWholeCustomer } from './present-customer.ts'
import { presentPaymentMethod, shownOfMethod } from './present-payment-method.ts'

/** Customers as the interface shows them, in the order of the ids; three queries however many there are. */
export const loadCustomers = async (db: OrganizationDatabase, ids: readonly string[]): Promise<readonly Customer[]> => {
  if (ids.length === 0) return []
  const [customers, methods, subscriptions] = await Promise.all([
    findCustomers(db, ids),
    loadMethodsOf(db, ids),
    loadSubscriptionsOf(db, ids),
  ])
  const byId = new Map(customers.map((customer) => [customer.id, customer]))
  return ids
    .map((id) => byId.get(id))
    .filter((customer) => customer !== undefined)
    .map((customer) =>
      presentCustomer(
        customer,
        methods.get(customer.id) ?? [],
        subscriptions.get(customer.id) ?? ([] as Subscription[]),
      ),
    )
}

const findCustomers = compiledForIds((db: OrganizationDatabase, ids) =>
  db.selectFrom('customers').select(shownOfWholeCustomer).where('id', '=', ids),
)

/** One customer as the interface shows them, who must exist. */
export const loadShownCustomer = async (db: OrganizationDatabase, id: string): Promise<Customer> =>
  required((await loadCustomers(db, [id]))[0], 'customer', id)

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
    .select(shownOfMethod)
    .select('customerId')
    .where('customerId', '=', customerIds)
    .where('detachedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id'),
)
