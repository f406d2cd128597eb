import { oneRow } from '@billing-checkout/database'
import { startOfMonthAfter, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { dropEventMonths } from './drop-event-months.ts'
import { convertDefaultPartition } from './convert-default-partition.ts'
import { indexPastMonths } from './index-past-months.ts'
import { makeEventMonths } from './make-event-months.ts'

/** How long events are kept, and the key with which dropped events are recorded. */
export interface EventRetention {
  /** How many whole months are kept in addition to the current one; null: all. */
  readonly keptMonths: number | null
  /**
   * Signs a record of the events that the audit log loses with a month. If it is absent, months are dropped without a signature, even if
   * the audit log has not sealed them.
   */
  readonly auditKey?: Uint8Array
}

/**
 * Maintains the monthly partitions of events: makes those of coming months, makes one for events that are in no month's partition, drops
 * months past retention, and indexes past months.
 */
export const maintainEventMonths = async (
  database: Database,
  { keptMonths, auditKey }: EventRetention,
  now?: Timestamp,
): Promise<void> => {
  const wallNow = now ?? (await readWallClock(database))
  await convertDefaultPartition(database, wallNow)
  await makeEventMonths(database, wallNow)
  if (keptMonths !== null) await dropEventMonths(database, startOfMonthAfter(wallNow, -keptMonths), auditKey)
  await indexPastMonths(database, wallNow)
}

/** Reads the clock that stamps `recorded_at`. */
export const readWallClock = async (database: Database): Promise<Timestamp> => {
  const { rows } = await sql<{ now: Timestamp }>`select clock_timestamp() as now`.execute(database)
  return oneRow(rows).now
}
