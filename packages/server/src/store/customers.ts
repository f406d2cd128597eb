import type { OrganizationDatabase } from './in-organization.ts'
import { lookup } from './lookup.ts'
import type { CustomerRow } from './rows.ts'
import type { LoadContext } from './write.ts'

/** One customer, or `undefined`; another organization's id is as unknown as a mistyped one. */
export const loadCustomer = (db: OrganizationDatabase, id: string): Promise<CustomerRow | undefined> =>
  db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirst()

/** The customer whom the merchant knows by this external id. */
export const loadCustomerByExternalId = (
  db: OrganizationDatabase,
  externalId: string,
): Promise<CustomerRow | undefined> =>
  db.selectFrom('customers').selectAll().where('externalId', '=', externalId).executeTakeFirst()

/** One customer, in a transaction that writes. */
export const findCustomer = async ({ find }: LoadContext, id: string): Promise<CustomerRow | undefined> =>
  (await find(byId, [id]))[0]

const byId = lookup('customers', ['id'])
