import type { Interval } from '../plan/terms-for-country.ts'

/** A limit, because credit and discounts can last beyond the latest date that a timestamp can have. */
const yearsMax = 1000

/** Whether a charge this many periods ahead lies within the 1,000 years that a quote covers. */
export const isForeseen = (periods: number, { unit, count }: Interval): boolean =>
  periods * { days: 1 / 365, months: 1 / 12, years: 1 }[unit] * count < yearsMax
