import { compiledForRow } from '../queries/compiled-once.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import { createFinder, lookup } from '../queries/lookup.ts'

/** Loads one customer; `undefined` if the organization has none with this id, even if another organization does. */
export const loadCustomer = compiledForRow((db: OrganizationDatabase, id: string) =>
  db.selectFrom('customers').selectAll().where('id', '=', id),
)

/** Loads the customer to whom the merchant gave this external id. */
export const loadCustomerByExternalId = compiledForRow((db: OrganizationDatabase, externalId: string) =>
  db.selectFrom('customers').selectAll().where('externalId', '=', externalId),
)

/** Two ways to load a customer. Both take the same lock, or neither takes a lock. */
export interface CustomerLoaders {
  readonly byId: typeof loadCustomer
  readonly byExternalId: typeof loadCustomerByExternalId
}

/** Reads customers without any lock. */
export const unlockedCustomers: CustomerLoaders = { byId: loadCustomer, byExternalId: loadCustomerByExternalId }

/**
 * Reads customers whose id the transaction will store, and locks them so that no erasure changes them until the transaction ends. If an
 * erasure is in progress, the query waits for it and reads the erased customer. The lock does not block other transactions that refer to
 * the customer or charge them.
 */
export const customersLockedAgainstErasure: CustomerLoaders = {
  byId: compiledForRow((db: OrganizationDatabase, id: string) =>
    db.selectFrom('customers').selectAll().where('id', '=', id).forKeyShare(),
  ),
  byExternalId: compiledForRow((db: OrganizationDatabase, externalId: string) =>
    db.selectFrom('customers').selectAll().where('externalId', '=', externalId).forKeyShare(),
  ),
}

/** Finds one customer in a transaction that writes. */
export const findCustomer = createFinder(lookup('customers', ['id']))

/** Finds one customer and locks it until the transaction ends. */
export const lockCustomer = createFinder(lookup('customers', ['id'], { lock: 'wait' }))
