import { Problem } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { compiledForOrganizations } from '../queries/compiled-once.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import { madeBetween, timeOfEvent } from './made-between.ts'

/** A position in an organization's events: after the event with this sequence. */
export interface EventCursor {
  readonly sequence: number
  /** All events after this position were recorded at or after this time, so earlier months need not be searched; null: unknown. */
  readonly recordedFrom: Timestamp | null
}

/** The position before the first event. */
export const beforeAllEvents: EventCursor = { sequence: 0, recordedFrom: null }

/**
 * Finds the position after an event. Throws `cursor_expired` if events after it may have been dropped, and `not_found` if the organization
 * has no such event and none was ever dropped.
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
  db.selectFrom('events').select(['sequence', recordedFrom]).where(madeBetween(from, until)).where('id', '=', id),
)

/**
 * SQL for `recordedFrom`: the start of the month of the event, because partitions are months. An event gets its sequence and its time in
 * the same statement, but not at the same instant, and a clock may be set back, so an event with a later sequence may have an earlier time.
 * The margin of a day covers both differences, and costs nothing unless a month has just begun.
 */
const recordedFrom =
  sql<Timestamp>`date_trunc('month', least(recorded_at, clock_timestamp()) - interval '1 day', 'UTC')`.as(
    'recordedFrom',
  )

/** SQL for the same bound, for a reader that was at the end of the log less than a day ago. */
export const recordedFromNow = sql<Timestamp>`date_trunc('month', clock_timestamp() - interval '1 day', 'UTC')`

const findLastDropped = compiledForOrganizations((db: OrganizationDatabase) =>
  db.selectFrom('droppedEvents').select(['id', 'sequence', recordedFrom]),
)
