import { decimalsOfCurrency } from './currencies.ts'
import { divide, multiply, type Rational, rationalFromDecimal, roundHalfAwayFromZero, tenToThe } from './rational.ts'

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
  denominator: tenToThe(decimalsOfCurrency(currency)),
})

const inMinorUnits = (units: Rational, currency: string): Rational =>
  multiply(units, { numerator: tenToThe(decimalsOfCurrency(currency)), denominator: 1n })

/** Exchange rates of one day: how many units of each currency one US dollar buys, as decimal strings. */
export interface RateTable {
  readonly date: string
  readonly source: string
  readonly perUsd: Readonly<Record<string, string>>
}

/** Codes of complementary Swiss currencies, which trade at the franc's rate. */
const tradesAs: Readonly<Record<string, string>> = { CHE: 'CHF', CHW: 'CHF' }

/** Units of `to` for one unit of `from`, exact; `undefined` if the table lacks a rate for one of them. */
export const exchangeRate = (rates: RateTable, from: string, to: string): Rational | undefined => {
  if (from === to) return { numerator: 1n, denominator: 1n }
  const [fromPerUsd, toPerUsd] = [from, to].map((code) => rates.perUsd[tradesAs[code] ?? code])
  if (fromPerUsd === undefined || toPerUsd === undefined) return undefined
  return divide(rationalFromDecimal(toPerUsd), rationalFromDecimal(fromPerUsd))
}
