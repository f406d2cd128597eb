import type { IntervalUnit } from '@billing-checkout/contract'
import { Temporal } from 'temporal-polyfill'
import { addInterval } from './add-interval.ts'
import type { Timestamp } from './timestamp.ts'

/**
 * The n-th billing date of a subscription; the 0th is the anchor. Counted from the anchor and never from the date before, so
 * that a short month does not shift the later ones: 31 January, 28 February, 31 March (decisions 9).
 */
export const billingDate = (anchor: Timestamp, unit: IntervalUnit, countPerPeriod: number, n: number): Timestamp =>
  addInterval(anchor, unit, countPerPeriod * n)

/** The first billing date strictly after an instant: where a period that contains it ends. */
export const nextBillingDateAfter = (
  anchor: Timestamp,
  unit: IntervalUnit,
  countPerPeriod: number,
  after: Timestamp,
): Timestamp => firstBillingDate(anchor, unit, countPerPeriod, after, (date) => date > after)

/** The first billing date at or after an instant: where a subscription that was paid late goes on (decisions 9). */
export const nextBillingDateNotBefore = (
  anchor: Timestamp,
  unit: IntervalUnit,
  countPerPeriod: number,
  notBefore: Timestamp,
): Timestamp => firstBillingDate(anchor, unit, countPerPeriod, notBefore, (date) => date >= notBefore)

/** Starts at the last date that cannot be late, so that the search takes a step or two however old the anchor is. */
const firstBillingDate = (
  anchor: Timestamp,
  unit: IntervalUnit,
  countPerPeriod: number,
  near: Timestamp,
  isLateEnough: (date: Timestamp) => boolean,
): Timestamp => {
  let n = Math.max(Math.floor(wholeUnitsBetween(anchor, near, unit) / countPerPeriod), 0)
  while (!isLateEnough(billingDate(anchor, unit, countPerPeriod, n))) n += 1
  return billingDate(anchor, unit, countPerPeriod, n)
}

const wholeUnitsBetween = (from: Timestamp, to: Timestamp, unit: IntervalUnit): number => {
  const [start, end] = [from, to].map((at) => Temporal.Instant.from(at).toZonedDateTimeISO('UTC'))
  return start!.until(end!, { largestUnit: unit })[unit]
}
