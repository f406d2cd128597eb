import { Problem } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { OrganizationDatabase } from '../in-organization.ts'
import { compiledForOrganizations } from '../queries/compiled-once.ts'

/** A position in an organization's events: after the event with this sequence. */
export interface EventCursor {
  readonly sequence: number
  /** All events after this position were recorded at or after this time, so earlier months need not be searched; null: unknown. */
  readonly recordedFrom: Timestamp | null
}

/** The position before the first event. */
export const beforeAllEvents: EventCursor = { sequence: 0, recordedFrom: null }

/**
 * Finds the position after an event. Throws `cursor_expired` if events after this position may have been dropped. Throws `not_found` if the
 * organization has no such event, and none of its events was ever dropped.
 */
export const findEventCursor = async (db: OrganizationDatabase, id: string): Promise<EventCursor> => {
  const madeAt = timeOfEvent(id)
  const [found = await findInAnyMonth(db, id)] = await findMadeBetween(db, madeAt, madeAt, id)
  if (found !== undefined) return found
  const [last] = await findLastDropped(db)
  if (last === undefined) throw new Problem('not_found', `There is no event ${id}.`)
  if (last.id === id) return last
  throw new Problem(
    'cursor_expired',
    `Event ${id} is no longer kept, and later events may not be either. Compare what you have with the lists of payments, subscriptions and customers, then read on without \`after\`, from the first event that is kept.`,
  )
}

const findInAnyMonth = async (db: OrganizationDatabase, id: string): Promise<EventCursor | undefined> =>
  (await findMadeBetween(db, '-infinity', 'infinity', id))[0]

const findMadeBetween = compiledForOrganizations((db: OrganizationDatabase, from: string, until: string, id: string) =>
  db.selectFrom('events').select(['sequence', recordedFrom]).where(isRecordedNear(from, until)).where('id', '=', id),
)

/**
 * SQL for `recordedFrom`: the start of the month in which the event was recorded, because partitions are months. An event with a higher
 * sequence may have an earlier time, because a statement draws the sequence and the time at different instants, or because a clock was set
 * back. A margin of a day covers both causes. It adds a month to the search only if the event's month had just begun.
 */
const recordedFrom =
  sql<Timestamp>`date_trunc('month', least(recorded_at, clock_timestamp()) - interval '1 day', 'UTC')`.as(
    'recordedFrom',
  )

/** SQL for {@link EventCursor.recordedFrom}, for a reader that was at the end of the log less than a day ago. */
export const recordedFromNow = sql<Timestamp>`date_trunc('month', clock_timestamp() - interval '1 day', 'UTC')`

const findLastDropped = compiledForOrganizations((db: OrganizationDatabase) =>
  db.selectFrom('droppedEvents').select(['id', 'sequence', recordedFrom]),
)

/**
 * The billing-clock time at which an event was made, taken from its id; 1970 if the id contains no time. The billing clock may be ahead of
 * the clock that stamps `recorded_at`.
 */
export const timeOfEvent = (id: string): Timestamp => {
  const millis = /^evt_[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id) ? parseInt(id.slice(4, 12) + id.slice(13, 17), 16) : 0
  return new Date(millis <= timeMax ? millis : 0).toISOString()
}

/** A caller may send an invented id, and PostgreSQL cannot parse JavaScript's form of times after the year 9999. */
const timeMax = Date.UTC(9999, 0)

/**
 * SQL for whether an event was recorded within a day of a range of billing-clock times, so that PostgreSQL skips other months. If `from`
 * lies in the future, the present replaces it, because the billing clock may be ahead. With `-infinity` and `infinity`, the condition is
 * true for all events.
 */
export const isRecordedNear = (from: string, until: string) =>
  sql<boolean>`(recorded_at >= least(${from}::timestamptz, now()) - interval '1 day'
    and recorded_at < ${until}::timestamptz + interval '1 day')`
