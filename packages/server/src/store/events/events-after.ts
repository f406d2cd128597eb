import type { EventType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { lockSeeds } from '../advisory-locks.ts'
import { oneRow } from '../engine/one-row.ts'
import { plannedAfresh } from '../engine/planned-afresh.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import type { EventCursor } from './event-cursor.ts'

/** An event as it was committed. */
export interface CommittedEvent {
  readonly id: string
  readonly type: EventType
  readonly sequence: number
  /** The resource as the operations answered it then. */
  readonly object: Record<string, unknown>
  /** By the billing clock. */
  readonly createdAt: Timestamp
  /** By the database's wall clock. */
  readonly recordedAt: Timestamp
}

/** Which events are read: at most `limit`, of some types. */
export interface EventSelection {
  readonly limit: number
  readonly type?: readonly EventType[] | undefined
}

/**
 * An organization's events behind a place, in the order of their commits. It first waits, for an instant, until every transaction
 * that has drawn a number has ended, and reads up to the last number drawn by then: a lower number may be committed after a
 * higher one, and a reader who has passed it would never see it (DECISIONS 5).
 */
export const eventsAfter = async (
  db: OrganizationDatabase,
  { sequence, recordedFrom }: EventCursor,
  { limit, type }: EventSelection,
): Promise<readonly CommittedEvent[]> => {
  const last = await lastCommitted(db)
  let events = db
    .selectFrom('events')
    .modifyFront(sql.raw(plannedAfresh))
    .select(['id', 'type', 'sequence', 'object', 'createdAt', 'recordedAt'])
    .where('sequence', '>', sequence)
    .where('sequence', '<=', last)
  if (recordedFrom !== null) events = events.where('recordedAt', '>=', recordedFrom)
  if (type !== undefined) events = events.where('type', 'in', type)
  return events.orderBy('sequence').limit(limit).execute()
}

/**
 * The last number that was drawn when no transaction of the organization was open. Writers go on as soon as it is known, so a
 * number after it may already be committed while a lower one is not.
 */
const lastCommitted = async (db: OrganizationDatabase): Promise<number> => {
  const { rows } = await sql<{ last: number }>`
    with held as materialized (
      select pg_advisory_xact_lock(hashtextextended(${db.organizationId}, ${sql.lit(lockSeeds.rowTimes)}))
    )
    select coalesce(pg_sequence_last_value('events_sequence_seq'), 0) as last from held`.execute(db)
  return oneRow(rows).last
}
