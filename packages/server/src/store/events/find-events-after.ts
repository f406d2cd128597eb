import type { EventType } from '@billing-checkout/contract'
import { planEachTimeMark } from '@billing-checkout/database'
import { startOfMonthAfter, addSeconds, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { OrganizationDatabase } from '../in-organization.ts'
import type { EventRow } from '../rows.ts'
import type { EventCursor } from './event-cursor.ts'
import { lastCommittedSequence } from './last-committed-sequence.ts'

/** An event as it was committed. */
export type CommittedEvent = Pick<EventRow, 'id' | 'type' | 'sequence' | 'object' | 'createdAt' | 'recordedAt'>

/** Conditions on events: the id of the event's object, and lists that must each contain the event's type. */
export interface EventFilters {
  readonly object?: string | undefined
  readonly type?: readonly EventType[] | undefined
  readonly type_in?: readonly EventType[] | undefined
}

/** Which events to read: those that meet the filters, at most `limit`. */
export interface EventSelection extends EventFilters {
  readonly limit: number
  /** The last sequence to read, from {@link lastCommittedSequence}; absent: the function determines it now. */
  readonly until?: number
}

/**
 * Returns an organization's events after a position, in the order of their sequence. A lower sequence may be committed after a higher one,
 * and a reader that has passed the lower one would never see its event. Without `until`, this function therefore first waits briefly until
 * every transaction that has drawn a sequence has ended. It then reads up to the last sequence that was drawn by then (DECISIONS 4).
 */
export const findEventsAfter = async (
  db: OrganizationDatabase,
  { sequence, recordedFrom }: EventCursor,
  { limit, object, type, type_in: typeIn, until }: EventSelection,
): Promise<readonly CommittedEvent[]> => {
  const last = until ?? (await lastCommittedSequence(db))
  // An object has few events. `+ 0` keeps PostgreSQL from reading the whole log by sequence and discarding the events of all other objects.
  const place = object === undefined ? sql<number>`sequence` : sql<number>`sequence + 0`
  const read = (recordedUntil?: Timestamp) => {
    let events = db
      .selectFrom('events')
      .modifyFront(sql.raw(planEachTimeMark))
      .select(['id', 'type', 'sequence', 'object', 'createdAt', 'recordedAt'])
      .where(place, '>', sequence)
      .where(place, '<=', last)
    if (object !== undefined) events = events.where(sql`object->>'id'`, '=', object)
    if (recordedFrom !== null) events = events.where('recordedAt', '>=', recordedFrom)
    if (recordedUntil !== undefined) events = events.where('recordedAt', '<', recordedUntil)
    for (const types of [type, typeIn]) if (types !== undefined) events = events.where('type', 'in', types)
    return events.orderBy(place).limit(limit).execute()
  }
  const nextMonths = recordedFrom === null ? undefined : startOfMonthAfter(recordedFrom, 2)
  // If the reader is near the end of the log, there are no later months that the search could skip.
  if (nextMonths === undefined || nextMonths > new Date().toISOString()) return read()
  const near = await read(nextMonths)
  const end = near.at(limit - 1)
  return end !== undefined && addSeconds(end.recordedAt, toleratedSeconds) < nextMonths ? near : read()
}

/** Seconds by which an event may be recorded later than an event with a higher sequence (see `findEventCursor`). */
const toleratedSeconds = 86_400
