import type { IntervalUnit } from '@billing-checkout/contract'
import { Temporal } from 'temporal-polyfill'
import type { Timestamp } from './timestamp.ts'

/**
 * The instant `count` days, months or years after another, in UTC, at the same time of day; a day the month does not have
 * becomes its last (31 January + 1 month = 28 February). Throws `RangeError` past the year 9999.
 *
 * Never add to a date that came out of this: it may be clamped already. Count from the anchor, as `nextPeriod` does.
 */
export const addInterval = (anchor: Timestamp, unit: IntervalUnit, count: number): Timestamp => {
  const date = Temporal.Instant.from(anchor)
    .toZonedDateTimeISO('UTC')
    .add({ [unit]: count })
  if (date.year < 1 || date.year > 9999) {
    throw new RangeError(`A date must be in the years 1 to 9999, got ${count} ${unit} from ${anchor}.`)
  }
  return date.toInstant().toString({ smallestUnit: 'millisecond' })
}
