import { exponentOf } from './currencies.ts'
import { multiply, rationalFromDecimal, roundHalfAwayFromZero, tenToThe, type Rational } from './rational.ts'

/**
 * Converts an amount in minor units to minor units of another currency: exact, rounded once, half away from zero. `rate` is units of `to`
 * for one unit of `from`. Throws `RangeError` if the result is too large to be an exact number (beyond 2^53 − 1).
 */
export const convertMoney = (amountMinor: number, from: string, to: string, rate: Rational | string): number => {
  const exactRate = typeof rate === 'string' ? rationalFromDecimal(rate) : rate
  const converted = Number(roundHalfAwayFromZero(multiply(inUnits(amountMinor, from), inMinorUnits(exactRate, to))))
  if (Number.isSafeInteger(converted)) return converted
  throw new RangeError(`A converted amount must be below 2^53 minor units, got ${converted} of ${to}.`)
}

const inUnits = (amountMinor: number, currency: string): Rational => ({
  numerator: BigInt(amountMinor),
  denominator: tenToThe(exponentOf(currency)),
})

const inMinorUnits = (units: Rational, currency: string): Rational =>
  multiply(units, { numerator: tenToThe(exponentOf(currency)), denominator: 1n })
