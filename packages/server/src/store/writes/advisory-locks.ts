import { sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Seeds that separate advisory locks with the same text but different purposes. PostgreSQL locks numbers, and `hashtextextended(text,
 * seed)` makes one. The numbers never change, because an older server alongside this one and the triggers of the migrations take the same
 * locks.
 */
export const lockSeeds = {
  /** An organization’s id: shared while its rows get their `created_at`, alone while a snapshot or a reader of events waits for them. */
  rowTimes: 1,
  /** Names that a charge or a change depends on, such as `customer:` and `email:`; see `lockNames`. */
  names: 2,
  /** What all servers of a database share: their keys, and, in triggers, connections that are reconciled first. */
  serverWide: 3,
} as const

/** What all servers of a database share, and only one of them may change at a time: keys, and the partitions of events. */
type ServerWide = `server key ${string}` | 'wrapped keys' | 'data keys of cards' | 'months of events'

/**
 * Locks a connection until the transaction ends: waits for transactions that are about to move money over it, and those that come wait,
 * because triggers take the same lock shared.
 */
export const lockConnection = async (db: Database, connection: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${connection}, ${sql.lit(lockSeeds.serverWide)}))`.execute(db)
}

/** Locks what all servers share until the transaction ends. Those that lock it `shared` wait only for one that does not. */
export const lockServerWide = async (
  db: Database,
  what: ServerWide,
  how: 'alone' | 'shared' = 'alone',
): Promise<void> => {
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(hashtextextended(${what}, ${sql.lit(lockSeeds.serverWide)}))`.execute(db)
}
