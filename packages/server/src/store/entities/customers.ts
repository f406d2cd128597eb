import { compiledForOrganizations } from '../queries/compiled-once.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import { lookup } from '../queries/lookup.ts'
import type { CustomerRow } from '../rows.ts'
import type { LoadContext } from '../writes/write.ts'

/** Loads one customer; `undefined` if the organization has none with this id, even if another organization does. */
export const loadCustomer = async (db: OrganizationDatabase, id: string): Promise<CustomerRow | undefined> =>
  (await withId(db, id))[0]

const withId = compiledForOrganizations((db: OrganizationDatabase, id: string) =>
  db.selectFrom('customers').selectAll().where('id', '=', id),
)

/** Loads the customer to whom the merchant gave this external id. */
export const loadCustomerByExternalId = async (
  db: OrganizationDatabase,
  externalId: string,
): Promise<CustomerRow | undefined> => (await withExternalId(db, externalId))[0]

const withExternalId = compiledForOrganizations((db: OrganizationDatabase, externalId: string) =>
  db.selectFrom('customers').selectAll().where('externalId', '=', externalId),
)

/** The functions with which code that stores a customer's id loads the customer. */
export interface CustomerLoaders {
  readonly byId: typeof loadCustomer
  readonly byExternalId: typeof loadCustomerByExternalId
}

/** Reads customers without any lock. */
export const unlockedCustomers: CustomerLoaders = { byId: loadCustomer, byExternalId: loadCustomerByExternalId }

/**
 * Reads customers whose id the transaction will store, and locks them so that they cannot be erased until it ends. If an erasure is in
 * progress, the query waits for it and reads the erased customer. The lock does not block other transactions that refer to the customer or
 * charge them.
 */
export const customersToReferTo: CustomerLoaders = {
  byId: async (db, id) => (await shareLockedById(db, id))[0],
  byExternalId: async (db, externalId) => (await shareLockedByExternalId(db, externalId))[0],
}

const shareLockedById = compiledForOrganizations((db: OrganizationDatabase, id: string) =>
  db.selectFrom('customers').selectAll().where('id', '=', id).forKeyShare(),
)

const shareLockedByExternalId = compiledForOrganizations((db: OrganizationDatabase, externalId: string) =>
  db.selectFrom('customers').selectAll().where('externalId', '=', externalId).forKeyShare(),
)

/** Finds one customer in a transaction that writes. */
export const findCustomer = async ({ find }: LoadContext, id: string): Promise<CustomerRow | undefined> =>
  (await find(byId, [id]))[0]

const byId = lookup('customers', ['id'])

/** Finds one customer and locks it until the transaction ends. */
export const lockCustomer = async ({ find }: LoadContext, id: string): Promise<CustomerRow | undefined> =>
  (await find(lockedById, [id]))[0]

const lockedById = lookup('customers', ['id'], { lock: 'wait' })
