/** The unit in which a period is counted. */
export type Unit = 'days' | 'months' | 'years'

const dayMillis = 86_400_000

/**
 * The time `count` days, months or years after another, in milliseconds since 1970, UTC. The time of day stays, and a day that the month
 * does not have becomes its last day.
 */
export const addUnits = (at: number, unit: Unit, count: number): number => {
  if (unit === 'days') return at + count * dayMillis
  const from = new Date(at)
  const month = from.getUTCMonth() + (unit === 'years' ? 12 * count : count)
  const first = Date.UTC(from.getUTCFullYear(), month, 1)
  const day = Math.min(from.getUTCDate(), daysInMonthOf(first))
  return first + (day - 1) * dayMillis + (at % dayMillis)
}

const daysInMonthOf = (first: number): number => {
  const date = new Date(first)
  return (Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - first) / dayMillis
}

/** A paid time, and the anchor from which its dates are counted; in milliseconds since 1970. */
export interface ExpectedPeriod {
  readonly anchor: number
  readonly start: number
  readonly end: number
}

/**
 * The period that begins when another period ends. The end of a period of months or years is one of the dates counted from the anchor. If
 * the start is not one of these dates, for example after a plan billed in days, the start becomes the anchor.
 */
export const expectedPeriodFrom = (anchor: number, start: number, unit: Unit, count: number): ExpectedPeriod => {
  if (unit === 'days') return { anchor, start, end: addUnits(start, unit, count) }
  for (let months = 0; addUnits(anchor, 'months', months) <= start; months++) {
    if (addUnits(anchor, 'months', months) !== start) continue
    return { anchor, start, end: addUnits(anchor, 'months', months + (unit === 'years' ? 12 * count : count)) }
  }
  return { anchor: start, start, end: addUnits(start, unit, count) }
}
