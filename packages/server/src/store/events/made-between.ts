import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'

/** When an event was made by the billing clock, as its id says. That clock may be ahead of the one events are recorded by. */
export const timeOfEvent = (id: string): Timestamp => {
  const millis = /^evt_[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id) ? parseInt(id.slice(4, 12) + id.slice(13, 17), 16) : 0
  return new Date(millis <= timeMax ? millis : 0).toISOString()
}

/** A caller may send an invented id, and PostgreSQL does not read the form in which times after the year 9999 are written. */
const timeMax = Date.UTC(9999, 0)

/**
 * SQL for whether an event was recorded within a day of two times, or of now where the first lies ahead: events that were made
 * between them as a rule were, and PostgreSQL reads no other months. With `-infinity` and `infinity` it reads all.
 */
export const madeBetween = (from: string, until: string) =>
  sql<boolean>`(recorded_at >= least(${from}::timestamptz, now()) - interval '1 day'
    and recorded_at < ${until}::timestamptz + interval '1 day')`
