import type { IntervalUnit } from '@billing-checkout/contract'
import type { Timestamp } from './timestamp.ts'

/**
 * The instant `count` days, months or years after another, in UTC, at the same time of day. If the month has no such
 * day, its last day is used (31 January + 1 month = 28 February). Throws `RangeError` past the year 9999.
 *
 * Never add to a date that this function returned: its day may be clamped already. Count from the anchor, as
 * `nextPeriod` does.
 */
export const addInterval = (anchor: Timestamp, unit: IntervalUnit, count: number): Timestamp => {
  // Date arithmetic in UTC is enough here; Temporal took a tenth of the time of a quote.
  const date = new Date(anchor)
  if (unit === 'days') date.setUTCDate(date.getUTCDate() + count)
  else {
    const day = date.getUTCDate()
    date.setUTCMonth(date.getUTCMonth() + (unit === 'years' ? 12 * count : count), 1)
    date.setUTCDate(Math.min(day, daysInMonth(date)))
  }
  const year = date.getUTCFullYear()
  // If the date is outside of the range of `Date`, its year is NaN.
  if (!(year >= 1 && year <= 9999)) {
    throw new RangeError(`A date must be in the years 1 to 9999, got ${count} ${unit} from ${anchor}.`)
  }
  return date.toISOString()
}

/** The number of days in the date's month: day 0 of the next month is the last day of this one. */
const daysInMonth = (date: Date): number => {
  const last = new Date(date)
  last.setUTCMonth(date.getUTCMonth() + 1, 0)
  return last.getUTCDate()
}
