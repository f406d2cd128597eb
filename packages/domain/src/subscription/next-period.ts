import type { DiscountTerms } from '../discount/discount-terms.ts'
import { addInterval, type Interval, type Timestamp } from '../calendar/timestamp.ts'

/** A billing period, and the anchor from which its end and all later dates are counted. */
export interface BillingPeriod {
  readonly anchor: Timestamp
  readonly start: Timestamp
  readonly end: Timestamp
}

/**
 * The period that starts at `start`, where the previous period ended. Its end is counted from the anchor, so that a short month does not
 * shift later periods: 31 January, 28 February, 31 March. The interval may have changed: if a monthly subscription becomes yearly, it keeps
 * its day of the month and is charged for a whole interval. If `start` is not on the anchor's day of the month, for example after a plan
 * billed in days, `start` becomes the new anchor.
 */
export const nextPeriod = (anchor: Timestamp, { unit, count }: Interval, start: Timestamp): BillingPeriod => {
  if (unit === 'days') return { anchor, start, end: addInterval(start, 'days', count) }
  const months = unit === 'years' ? count * 12 : count
  const past = monthsBetween(anchor, start)
  return addInterval(anchor, 'months', past) === start
    ? { anchor, start, end: addInterval(anchor, 'months', past + months) }
    : { anchor: start, start, end: addInterval(start, 'months', months) }
}

/** The period that a late payment covers, and the earlier periods that are not charged. */
export interface LatePeriod {
  readonly period: BillingPeriod
  readonly skipped: readonly BillingPeriod[]
}

/**
 * The period that a late payment of an owed period covers: the period that contains `now`. So the next charge falls on the first billing
 * date after `now`. Periods that ended in the meantime are skipped and not charged. No period begins at or after `lastEnd`.
 */
export const periodPaidAt = (
  owed: BillingPeriod,
  interval: Interval,
  now: Timestamp,
  lastEnd: Timestamp | null = null,
): LatePeriod => {
  const skipped: BillingPeriod[] = []
  let period = owed
  const isOver = ({ end }: BillingPeriod): boolean => end <= now && (lastEnd === null || end < lastEnd)
  while (isOver(period)) {
    skipped.push(period)
    period = nextPeriod(period.anchor, interval, period.end)
  }
  return { period, skipped }
}

/** The first end of a period on or after a date, and how many periods begin after the running period and before that end. */
export interface FirstPeriodEnd {
  readonly at: Timestamp
  readonly periodsBefore: number
}

/** The first end of a period on or after `date`: `end` itself, or the end of a later period. */
export const firstPeriodEndOnOrAfter = (
  anchor: Timestamp,
  interval: Interval,
  end: Timestamp,
  date: Timestamp,
): FirstPeriodEnd => {
  if (date <= end) return { at: end, periodsBefore: 0 }
  const isInDays = interval.unit === 'days'
  const length = interval.unit === 'years' ? interval.count * 12 : interval.count
  const { anchor: from } = nextPeriod(anchor, interval, end)
  const past = isInDays ? 0 : monthsBetween(from, end)
  const endAfter = (periods: number): Timestamp =>
    addInterval(isInDays ? end : from, isInDays ? 'days' : 'months', past + periods * length)
  const distance = isInDays ? daysBetween(end, date) : monthsBetween(end, date)
  // Start close before `date` instead of counting each period, because the date may be millennia away.
  let periodsBefore = Math.max(Math.floor(distance / length) - 1, 1)
  while (Date.parse(endAfter(periodsBefore)) < Date.parse(date)) periodsBefore += 1
  return { at: endAfter(periodsBefore), periodsBefore }
}

/** Whole days from one date to another. */
const daysBetween = (from: Timestamp, to: Timestamp): number =>
  Math.floor((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Calendar months from one date to another; the day of the month does not count. */
const monthsBetween = (from: Timestamp, to: Timestamp): number => {
  const [start, end] = [new Date(from), new Date(to)]
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
}

/** Quotes look at most this many years ahead, because credit and discounts could last beyond the latest date that a timestamp can have. */
const yearsMax = 1000

/** Whether a charge this many periods ahead lies within the 1,000 years that a quote covers. */
export const isWithinQuoteHorizon = (periods: number, { unit, count }: Interval): boolean =>
  periods * { days: 1 / 365, months: 1 / 12, years: 1 }[unit] * count < yearsMax

/**
 * When a subscription's first charge without its discount falls due, if the subscription renews on this interval. Null if the discount does
 * not end within 1,000 years. If a period is skipped, the discount ends later.
 */
export const subscriptionDiscountEndsAt = (
  { left }: DiscountTerms,
  { anchor, currentPeriodEnd }: { readonly anchor: Timestamp; readonly currentPeriodEnd: Timestamp },
  { unit, count }: Interval,
): Timestamp | null =>
  left === null || !isWithinQuoteHorizon(left, { unit, count })
    ? null
    : nextPeriod(anchor, { unit, count: count * left }, currentPeriodEnd).end
