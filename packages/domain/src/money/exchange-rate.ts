import { divide, rationalFromDecimal, type Rational } from './rational.ts'

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
