import { sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Seeds that separate advisory locks with the same text but different purposes. PostgreSQL locks numbers, and `hashtextextended(text,
 * seed)` makes a number from a text. The seeds never change, because older servers and the triggers of the migrations take the same locks.
 */
export const lockSeeds = {
  /**
   * For an organization's id. A transaction takes the lock shared while its rows get their `created_at`. Code that takes a snapshot or
   * reads events takes the lock exclusively, to wait for such transactions.
   */
  rowTimes: 1,
  /** For names that a charge or a change depends on, such as `customer:` and `email:`; see `lockNames`. */
  names: 2,
  /**
   * For things that all servers of a database share: keys, the partitions of events, and connections to processors (`lockConnection`, and
   * triggers that refuse to move money).
   */
  serverWide: 3,
} as const

/** Things that all servers of a database share and only one server may change at a time: keys, and the partitions of events. */
type ServerWide = `server key ${string}` | 'wrapped keys' | 'data keys of cards' | 'months of events'

/**
 * Locks a connection to a processor until the transaction ends. It waits for transactions that are about to move money over the connection.
 * Later transactions that move money over it wait for this transaction, because triggers take the same lock shared.
 */
export const lockConnection = async (db: Database, connection: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${connection}, ${sql.lit(lockSeeds.serverWide)}))`.execute(db)
}

/** Until the transaction ends, locks something that all servers share. With `shared`, it waits only for exclusive holders. */
export const lockServerWide = async (
  db: Database,
  what: ServerWide,
  how: 'alone' | 'shared' = 'alone',
): Promise<void> => {
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(hashtextextended(${what}, ${sql.lit(lockSeeds.serverWide)}))`.execute(db)
}
