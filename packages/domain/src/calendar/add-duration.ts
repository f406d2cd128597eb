import { Temporal } from 'temporal-polyfill'
import type { Timestamp } from './timestamp.ts'

/**
 * The instant that follows `from` by an ISO 8601 duration such as `P1M` or `PT12H`, in UTC. If the target month is too short for the day,
 * the month's last day is used. Throws `RangeError` outside of the years 1 to 9999.
 *
 * Temporal parses and adds the duration, which is slow, so only a move of the sandbox clock uses this function. Quotes use `addInterval`,
 * which avoids Temporal.
 */
export const addDuration = (from: Timestamp, duration: string): Timestamp => {
  const date = Temporal.Instant.from(from).toZonedDateTimeISO('UTC').add(Temporal.Duration.from(duration))
  if (date.year < 1 || date.year > 9999) throw new RangeError(`A date must be in the years 1 to 9999, got ${duration}.`)
  return date.toInstant().toString({ smallestUnit: 'millisecond' })
}
