import type { Interval } from '../plan/terms-for-country.ts'

/** Credit and discounts can last beyond the last date that we can write. */
const yearsMax = 1000

/** Whether a charge this many periods ahead lies within the 1,000 years that a quote covers. */
export const isForeseen = (periods: number, { unit, count }: Interval): boolean =>
  periods * { days: 1 / 365, months: 1 / 12, years: 1 }[unit] * count < yearsMax
