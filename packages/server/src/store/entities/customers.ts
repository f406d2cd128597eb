import { compiledForOrganizations } from '../queries/compiled-once.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import { lookup } from '../queries/lookup.ts'
import type { CustomerRow } from '../rows.ts'
import type { LoadContext } from '../writes/write.ts'

/** One customer, or `undefined`; another organization's id is as unknown as a mistyped one. */
export const loadCustomer = async (db: OrganizationDatabase, id: string): Promise<CustomerRow | undefined> =>
  (await withId(db, id))[0]

const withId = compiledForOrganizations((db: OrganizationDatabase, id: string) =>
  db.selectFrom('customers').selectAll().where('id', '=', id),
)

/** The customer whom the merchant knows by this external id. */
export const loadCustomerByExternalId = async (
  db: OrganizationDatabase,
  externalId: string,
): Promise<CustomerRow | undefined> => (await withExternalId(db, externalId))[0]

const withExternalId = compiledForOrganizations((db: OrganizationDatabase, externalId: string) =>
  db.selectFrom('customers').selectAll().where('externalId', '=', externalId),
)

/** How code that refers to customers finds them. */
export interface CustomerLoaders {
  readonly byId: typeof loadCustomer
  readonly byExternalId: typeof loadCustomerByExternalId
}

/** As they are, without any lock. */
export const unlockedCustomers: CustomerLoaders = { byId: loadCustomer, byExternalId: loadCustomerByExternalId }

/**
 * For a transaction that writes a reference to customers. They cannot be erased until it has ended. If a customer is being erased, it waits
 * and finds them as they are afterwards. It does not block other transactions that refer to them or charge them.
 */
export const customersToReferTo: CustomerLoaders = {
  byId: async (db, id) => (await heldById(db, id))[0],
  byExternalId: async (db, externalId) => (await heldByExternalId(db, externalId))[0],
}

const heldById = compiledForOrganizations((db: OrganizationDatabase, id: string) =>
  db.selectFrom('customers').selectAll().where('id', '=', id).forKeyShare(),
)

const heldByExternalId = compiledForOrganizations((db: OrganizationDatabase, externalId: string) =>
  db.selectFrom('customers').selectAll().where('externalId', '=', externalId).forKeyShare(),
)

/** One customer, in a transaction that writes. */
export const findCustomer = async ({ find }: LoadContext, id: string): Promise<CustomerRow | undefined> =>
  (await find(byId, [id]))[0]

const byId = lookup('customers', ['id'])

/** One customer, locked until the transaction ends. */
export const lockCustomer = async ({ find }: LoadContext, id: string): Promise<CustomerRow | undefined> =>
  (await find(lockedById, [id]))[0]

const lockedById = lookup('customers', ['id'], { lock: 'wait' })
