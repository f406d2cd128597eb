import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'

/**
 * The billing-clock time at which an event was made, taken from its id. The billing clock may be ahead of the clock that stamps
 * `recorded_at`.
 */
export const timeOfEvent = (id: string): Timestamp => {
  const millis = /^evt_[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id) ? parseInt(id.slice(4, 12) + id.slice(13, 17), 16) : 0
  return new Date(millis <= timeMax ? millis : 0).toISOString()
}

/** A caller may send an invented id, and PostgreSQL cannot parse JavaScript's form of times after the year 9999. */
const timeMax = Date.UTC(9999, 0)

/**
 * SQL for whether an event was recorded within a day of the range, so that PostgreSQL skips other months. If `from` lies in the future, the
 * present replaces it. The condition usually covers all events made in the range; with `-infinity` and `infinity` it covers all events.
 */
export const madeBetween = (from: string, until: string) =>
  sql<boolean>`(recorded_at >= least(${from}::timestamptz, now()) - interval '1 day'
    and recorded_at < ${until}::timestamptz + interval '1 day')`
