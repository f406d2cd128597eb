import { Temporal } from 'temporal-polyfill'
import type { Timestamp } from './timestamp.ts'

/**
 * The instant an ISO 8601 duration such as `P1M` or `PT12H` after another, in UTC; a day the month does not have becomes its
 * last. Throws `RangeError` past the year 9999.
 *
 * A duration is ISO 8601 text with any of its units, which Temporal reads and adds. Only an operator's moves of the clock need that, so
 * it may be slow; `addInterval` is part of every quote and does without.
 */
export const addDuration = (from: Timestamp, duration: string): Timestamp => {
  const date = Temporal.Instant.from(from).toZonedDateTimeISO('UTC').add(Temporal.Duration.from(duration))
  if (date.year < 1 || date.year > 9999) throw new RangeError(`A date must be in the years 1 to 9999, got ${duration}.`)
  return date.toInstant().toString({ smallestUnit: 'millisecond' })
}
