import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { ownedRows } from './engine/statements/owned-rows.ts'
import { ownedTables, type SchemaOfOrganization } from './schema/ownership.ts'

/**
 * The database as one organization sees it. Whatever is selected, joined, changed or deleted through it is the organization's
 * own, and so is every new row, although no statement says so. Row-level security would cost a setting per
 * transaction and worse plans; forgetting this is a type error.
 */
export type OrganizationDatabase = Kysely<SchemaOfOrganization> & { readonly organizationId: string }

/** The rows of one organization, in the database or in a transaction. */
export const inOrganization = (database: Database, organizationId: string): OrganizationDatabase => {
  if (isOfOrganization(database)) {
    if (database.organizationId === organizationId) return database
    throw new TypeError(`What sees organization ${database.organizationId} does not see ${organizationId} as well.`)
  }
  return Object.assign(
    (database as unknown as Kysely<SchemaOfOrganization>).withPlugin(
      ownedRows({ tables: ownedTables, column: 'organization_id', value: organizationId }),
    ),
    { organizationId },
  )
}

const isOfOrganization = (database: Database): database is OrganizationDatabase => 'organizationId' in database
