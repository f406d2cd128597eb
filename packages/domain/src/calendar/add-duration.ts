import { Temporal } from 'temporal-polyfill'
import type { Timestamp } from './timestamp.ts'

/**
 * The instant that lies an ISO 8601 duration such as `P1M` or `PT12H` after another, in UTC. If the month has no such
 * day, its last day is used. Throws `RangeError` past the year 9999.
 *
 * Temporal parses and adds the duration. That is slow, which does not matter: only an operator who moves the clock
 * needs it. Quotes use `addInterval`, which avoids Temporal.
 */
export const addDuration = (from: Timestamp, duration: string): Timestamp => {
  const date = Temporal.Instant.from(from).toZonedDateTimeISO('UTC').add(Temporal.Duration.from(duration))
  if (date.year < 1 || date.year > 9999) throw new RangeError(`A date must be in the years 1 to 9999, got ${duration}.`)
  return date.toInstant().toString({ smallestUnit: 'millisecond' })
}
