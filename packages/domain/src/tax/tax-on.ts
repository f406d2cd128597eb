import type { TaxBehavior, TaxKind } from '@billing-checkout/contract'
import { multiply, rationalFromDecimal, roundHalfAwayFromZero, type Rational } from '../money/rational.ts'

/** The tax that applies to a sale: a decimal rate ("0.19"), whether prices already contain it, and what it is called there. */
export interface TaxRule {
  readonly rate: string
  readonly behavior: TaxBehavior
  /** Absent from rules of earlier releases. */
  readonly kind?: TaxKind
}

/** The tax on or in an amount of minor units, rounded once, half away from zero; zero without a rule. */
export const taxOn = (amountMinor: number, rule: TaxRule | null): number => {
  if (rule === null) return 0
  const rate = rationalFromDecimal(rule.rate)
  const share: Rational =
    rule.behavior === 'exclusive' ? rate : { numerator: rate.numerator, denominator: rate.denominator + rate.numerator }
  return Number(roundHalfAwayFromZero(multiply({ numerator: BigInt(amountMinor), denominator: 1n }, share)))
}

/** What is paid for a net amount: with exclusive tax on top of it, with inclusive tax the amount itself. */
export const withTax = (amountMinor: number, rule: TaxRule | null): number =>
  rule?.behavior === 'exclusive' ? amountMinor + taxOn(amountMinor, rule) : amountMinor
