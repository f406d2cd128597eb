import { divide, multiply, type Rational, rationalFromDecimal, roundHalfAwayFromZero } from '../money/rational.ts'
import type { TaxRule } from './tax-on.ts'

/**
 * What a minor unit of money that was counted under one tax rule is worth under another (DECISIONS 67). Money paid with the tax
 * inside is worth its net when tax comes on top, or when there is none. Money paid with the tax on top is worth the tax as well
 * when prices contain it. Between two rules of the same behavior it keeps its worth, whatever their rates.
 */
export const restatementFactor = (from: TaxRule | null, to: TaxRule | null): Rational => {
  if (isInside(from) === isInside(to)) return one
  const gross = grossOf(from)
  return isInside(from) ? divide(one, gross) : gross
}

/** An amount in minor units converted to another tax rule, rounded once, half away from zero. */
export const restate = (amountMinor: number, from: TaxRule | null, to: TaxRule | null): number =>
  Number(
    roundHalfAwayFromZero(multiply({ numerator: BigInt(amountMinor), denominator: 1n }, restatementFactor(from, to))),
  )

/** The factor of money that keeps its worth. */
export const one: Rational = { numerator: 1n, denominator: 1n }

const isInside = (rule: TaxRule | null): boolean => rule?.behavior === 'inclusive'

/** The gross of one net minor unit. */
const grossOf = (rule: TaxRule | null): Rational => {
  const rate = rationalFromDecimal(rule?.rate ?? '0')
  return { numerator: rate.denominator + rate.numerator, denominator: rate.denominator }
}
