import { Problem } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { compiledForOrganizations } from '../queries/compiled-once.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import { madeBetween, timeOfEvent } from './made-between.ts'

/** A place in the order of an organization's events: behind the one that has this number. */
export interface EventCursor {
  readonly sequence: number
  /** No event behind this place was recorded earlier, so that earlier months need not be searched. Null: any may have been. */
  readonly recordedFrom: Timestamp | null
}

/** The place before the first event. */
export const beforeAllEvents: EventCursor = { sequence: 0, recordedFrom: null }

/**
 * Finds the place behind an event. Throws `cursor_expired` when events behind it may have been dropped, and `not_found` when the
 * organization has no such event and none was ever dropped.
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
    `Event ${id} is not kept any more, and events after it may not be either. Compare what you have with the lists of payments, subscriptions and customers, then read on without \`after\`, from the first event that is kept.`,
  )
}

const findInAnyMonth = async (db: OrganizationDatabase, id: string): Promise<EventCursor | undefined> =>
  (await findMadeBetween(db, '-infinity', 'infinity', id))[0]

const findMadeBetween = compiledForOrganizations((db: OrganizationDatabase, from: string, until: string, id: string) =>
  db.selectFrom('events').select(['sequence', recordedFrom]).where(madeBetween(from, until)).where('id', '=', id),
)

/**
 * The beginning of a month, because months are what can be left out. An event gets its number and its time in the same statement,
 * but not at the same instant, and a clock may be set back in between. A day is far more than both, and costs nothing unless a
 * month has just begun.
 */
const recordedFrom =
  sql<Timestamp>`date_trunc('month', least(recorded_at, clock_timestamp()) - interval '1 day', 'UTC')`.as(
    'recordedFrom',
  )

/** The same for the end of the log, as it was less than a day ago. */
export const recordedFromNow = sql<Timestamp>`date_trunc('month', clock_timestamp() - interval '1 day', 'UTC')`

const findLastDropped = compiledForOrganizations((db: OrganizationDatabase) =>
  db.selectFrom('droppedEvents').select(['id', 'sequence', recordedFrom]),
)
