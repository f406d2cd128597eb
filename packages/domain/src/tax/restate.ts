import { divide, multiply, type Rational, rationalFromDecimal, roundHalfAwayFromZero } from '../money/rational.ts'
import type { TaxRule } from './tax-on.ts'

/**
 * The factor that converts money counted under one tax rule to another rule (DECISIONS 67). If prices included tax before and no longer do,
 * money counts with its net value. If prices include tax now and did not before, money counts with its gross value. If both rules include
 * tax, or neither does, the factor is 1, whatever their rates.
 */
export const restatementFactor = (from: TaxRule | null, to: TaxRule | null): Rational => {
  if (isInside(from) === isInside(to)) return one
  const gross = grossOf(from)
  return isInside(from) ? divide(one, gross) : gross
}

/** Converts an amount in minor units to another tax rule, rounded once, half away from zero. */
export const restate = (amountMinor: number, from: TaxRule | null, to: TaxRule | null): number =>
  Number(
    roundHalfAwayFromZero(multiply({ numerator: BigInt(amountMinor), denominator: 1n }, restatementFactor(from, to))),
  )

/** The factor 1. */
export const one: Rational = { numerator: 1n, denominator: 1n }

const isInside = (rule: TaxRule | null): boolean => rule?.behavior === 'inclusive'

/** The gross value of one minor unit of net. */
const grossOf = (rule: TaxRule | null): Rational => {
  const rate = rationalFromDecimal(rule?.rate ?? '0')
  return { numerator: rate.denominator + rate.numerator, denominator: rate.denominator }
}
