import type { EventType } from '@billing-checkout/contract'
import { monthAfter, secondsAfter, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { plannedAfresh } from '../engine/statements/planned-afresh.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import type { EventCursor } from './event-cursor.ts'
import { lastCommittedSequence } from './last-committed-sequence.ts'

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

/** What an event must be about, and types that it must be one of: each list that is given has to name its type. */
export interface EventFilters {
  /** The id of its object. */
  readonly object?: string | undefined
  readonly type?: readonly EventType[] | undefined
  readonly type_in?: readonly EventType[] | undefined
}

/** Which events are read: at most `limit`, of some types or of one object. */
export interface EventSelection extends EventFilters {
  readonly limit: number
  /** An answer of {@link lastCommittedSequence} to read up to; absent: a new one. */
  readonly until?: number
}

/**
 * An organization's events behind a place, in the order of their commits. It first waits, for an instant, until every transaction
 * that has drawn a number has ended, and reads up to the last number drawn by then: a lower number may be committed after a
 * higher one, and a reader who has passed it would never see it (DECISIONS 4).
 */
export const eventsAfter = async (
  db: OrganizationDatabase,
  { sequence, recordedFrom }: EventCursor,
  { limit, object, type, type_in: typeIn, until }: EventSelection,
): Promise<readonly CommittedEvent[]> => {
  const last = until ?? (await lastCommittedSequence(db))
  // The events of one object are few: without this, PostgreSQL reads the log from `after` on and leaves out all others.
  const place = object === undefined ? sql<number>`sequence` : sql<number>`sequence + 0`
  const read = (recordedUntil?: Timestamp) => {
    let events = db
      .selectFrom('events')
      .modifyFront(sql.raw(plannedAfresh))
      .select(['id', 'type', 'sequence', 'object', 'createdAt', 'recordedAt'])
      .where(place, '>', sequence)
      .where(place, '<=', last)
    if (object !== undefined) events = events.where(sql`object->>'id'`, '=', object)
    if (recordedFrom !== null) events = events.where('recordedAt', '>=', recordedFrom)
    if (recordedUntil !== undefined) events = events.where('recordedAt', '<', recordedUntil)
    for (const types of [type, typeIn]) if (types !== undefined) events = events.where('type', 'in', types)
    return events.orderBy(place).limit(limit).execute()
  }
  const nextMonths = recordedFrom === null ? undefined : monthAfter(recordedFrom, 2)
  // A reader near the end of the log has no later months to leave out.
  if (nextMonths === undefined || nextMonths > new Date().toISOString()) return read()
  const near = await read(nextMonths)
  const end = near.at(limit - 1)
  return end !== undefined && secondsAfter(end.recordedAt, toleratedSeconds) < nextMonths ? near : read()
}

/** No event is recorded so much later than one with a higher number (see `findEventCursor`). */
const toleratedSeconds = 86_400
