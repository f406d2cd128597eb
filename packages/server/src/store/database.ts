import type { Kysely } from 'kysely'
import type { InstallationSchema } from './schema/ownership.ts'

/**
 * The database, or a transaction in it. Only the tables of the installation are read through it as it is: the rows of organizations
 * through `inOrganization`, or `acrossOrganizations` with a reason.
 */
export type Database = Pick<
  Kysely<InstallationSchema>,
  'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'getExecutor' | 'transaction' | 'isTransaction'
>
