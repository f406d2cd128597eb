import type { Interval } from '../plan/terms-for-country.ts'

/** Credit and discounts can last for longer than dates can be written. */
const yearsMax = 1000

/** Whether a charge that comes so many periods later is foreseen; a later one is not mentioned. */
export const isForeseen = (periods: number, { unit, count }: Interval): boolean =>
  periods * { days: 1 / 365, months: 1 / 12, years: 1 }[unit] * count < yearsMax
