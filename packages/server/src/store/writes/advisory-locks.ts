import { sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Seeds that separate advisory locks with the same text but different purposes: PostgreSQL locks numbers, and `hashtextextended(text,
 * seed)` makes one from a text. They never change, because older servers and the triggers of the migrations take the same locks.
 */
export const lockSeeds = {
  /**
   * An organization’s id. A transaction takes it shared while its rows get their `created_at`; a snapshot or a reader of events takes it
   * exclusively to wait for them.
   */
  rowTimes: 1,
  /** Names that a charge or a change depends on, such as `customer:` and `email:`; see `lockNames`. */
  names: 2,
  /** Things that all servers of a database share: keys and, in triggers, connections that must be reconciled first. */
  serverWide: 3,
} as const

/** Things that all servers of a database share and only one may change at a time: keys, and the partitions of events. */
type ServerWide = `server key ${string}` | 'wrapped keys' | 'data keys of cards' | 'months of events'

/**
 * Locks a connection until the transaction ends. It waits for transactions that are about to move money over the connection, and later ones
 * wait for it, because triggers take the same lock shared.
 */
export const lockConnection = async (db: Database, connection: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${connection}, ${sql.lit(lockSeeds.serverWide)}))`.execute(db)
}

/** Locks something that all servers share until the transaction ends. With `shared`, it waits only for exclusive holders. */
export const lockServerWide = async (
  db: Database,
  what: ServerWide,
  how: 'alone' | 'shared' = 'alone',
): Promise<void> => {
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(hashtextextended(${what}, ${sql.lit(lockSeeds.serverWide)}))`.execute(db)
}
