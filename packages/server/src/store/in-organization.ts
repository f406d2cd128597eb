import { ownedRows } from '@billing-checkout/database'
import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { ownedTables, type SchemaOfOrganization } from './schema/ownership.ts'

/**
 * The database as one organization sees it. Every statement through it selects, joins, changes, deletes and creates only the organization's
 * own rows, although no statement names the organization. Row-level security would cost a setting per transaction and worse plans; here,
 * forgetting the organization is a type error.
 */
export type OrganizationDatabase = Kysely<SchemaOfOrganization> & { readonly organizationId: string }

/** Narrows the database, or a transaction in it, to the rows of one organization. */
export const inOrganization = (database: Database, organizationId: string): OrganizationDatabase => {
  if (isOfOrganization(database)) {
    if (database.organizationId === organizationId) return database
    throw new TypeError(`A handle of organization ${database.organizationId} cannot be narrowed to ${organizationId}.`)
  }
  return Object.assign(
    (database as unknown as Kysely<SchemaOfOrganization>).withPlugin(
      ownedRows({ tables: ownedTables, column: 'organization_id', value: organizationId }),
    ),
    { organizationId },
  )
}

const isOfOrganization = (database: Database): database is OrganizationDatabase => 'organizationId' in database
