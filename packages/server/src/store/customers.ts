import type { Customer, PaymentMethod, Subscription } from '@billing-checkout/contract'
import { presentCustomer } from '../presenters/present-customer.ts'
import { presentPaymentMethod } from '../presenters/present-payment-method.ts'
import type { Database } from './database.ts'
import { lookup } from './lookup.ts'
import { oneOf } from './one-of.ts'
import type { CustomerRow } from './rows.ts'
import { loadSubscriptionsOf } from './subscriptions.ts'
import type { LoadContext } from './write.ts'

/** One customer, or `undefined`; another organization's id is as unknown as a mistyped one. */
export const loadCustomer = (db: Database, organizationId: string, id: string): Promise<CustomerRow | undefined> =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The customer whom the merchant knows by this external id. */
export const loadCustomerByExternalId = (
  db: Database,
  organizationId: string,
  externalId: string,
): Promise<CustomerRow | undefined> =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('externalId', '=', externalId)
    .executeTakeFirst()

/** One customer, in a transaction that writes. */
export const findCustomer = async (
  { find, organizationId }: LoadContext,
  id: string,
): Promise<CustomerRow | undefined> => (await find(byId, [organizationId, id]))[0]

const byId = lookup('customers', ['organizationId', 'id'])

/** Customers as the interface shows them, in the order of the ids; three queries however many there are. */
export const loadCustomers = async (
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly Customer[]> => {
  if (ids.length === 0) return []
  const [customers, methods, subscriptions] = await Promise.all([
    db
      .selectFrom('customers')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('id', '=', oneOf(ids))
      .execute(),
    loadMethodsOf(db, organizationId, ids),
    loadSubscriptionsOf(db, organizationId, ids),
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

/** The attached methods of each customer, oldest first. */
const loadMethodsOf = async (
  db: Database,
  organizationId: string,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentMethod[]>> => {
  const rows = await db
    .selectFrom('paymentMethods')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', oneOf(customerIds))
    .where('detachedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const grouped = Map.groupBy(rows, (method) => method.customerId)
  return new Map([...grouped].map(([customerId, methods]) => [customerId, methods.map(presentPaymentMethod)]))
}
