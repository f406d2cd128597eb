import { type Kysely, PostgresDialect } from 'kysely'
import { createCamelCaseKysely } from '../create-kysely.ts'
import { openPool } from './open-pool.ts'
import { getTypeParser } from './open.ts'
import { addressForDriver } from './address-for-driver.ts'

/** A database that is only read from. */
export interface ReadOnlyDatabase<Schema> {
  readonly db: Kysely<Schema>
  close(): Promise<void>
}

/**
 * Opens a PostgreSQL database for reading. It connects only at the first read, so that the server starts even if the replica is down.
 * `mode` is part of the name under which PostgreSQL lists the connections. Throws `database_unreachable` if the address names a file that
 * cannot be used.
 */
export const openReplica = <Schema>(databaseUrl: string, mode: string): ReadOnlyDatabase<Schema> => {
  const db = createCamelCaseKysely<Schema>(
    new PostgresDialect({
      pool: openPool({
        connectionString: addressForDriver(databaseUrl, 'DATABASE_REPLICA_URL'),
        application_name: `billing-checkout ${mode} lists`,
        types: { getTypeParser },
      }),
    }),
  )
  return { db, close: () => db.destroy() }
}
