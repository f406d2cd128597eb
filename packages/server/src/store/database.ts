import type { Kysely } from 'kysely'
import type { InstallationSchema } from './schema/ownership.ts'

/**
 * The database, or a transaction in it. This handle gives access only to the tables of the installation. Code reaches an organization's
 * rows through `inOrganization`, and the rows of all organizations through `acrossOrganizations` with a reason.
 */
export type Database = Pick<
  Kysely<InstallationSchema>,
  'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'getExecutor' | 'transaction' | 'isTransaction'
>
