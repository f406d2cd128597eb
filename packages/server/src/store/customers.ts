import { compiledForOrganizations } from './compiled-once.ts'
import type { OrganizationDatabase } from './in-organization.ts'
import { lookup } from './lookup.ts'
import type { CustomerRow } from './rows.ts'
import type { LoadContext } from './write.ts'

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

/** One customer, in a transaction that writes. */
export const findCustomer = async ({ find }: LoadContext, id: string): Promise<CustomerRow | undefined> =>
  (await find(byId, [id]))[0]

const byId = lookup('customers', ['id'])
