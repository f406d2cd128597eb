import type { TaxBehavior, TaxKind } from '@billing-checkout/contract'
import type { TaxPart } from './tax-parts.ts'
import { multiply, rationalFromDecimal, roundHalfAwayFromZero, type Rational } from '../money/rational.ts'

/** The tax that applies to a sale: a decimal rate ("0.19"), whether prices include it, and its kind. */
export interface TaxRule {
  readonly rate: string
  readonly behavior: TaxBehavior
  readonly kind: TaxKind
  /** The separate taxes of a place that has several; their rates sum to `rate`. Absent if there is one tax. */
  readonly parts?: readonly TaxPart[]
}

/** The tax on an amount, or inside it, in minor units: each tax of the rule is rounded once, half away from zero. 0 without a rule. */
export const taxOn = (amountMinor: number, rule: TaxRule | null): number =>
  taxesOn(amountMinor, rule).reduce((sum, { amount }) => sum + amount, 0)

/** One tax on or inside an amount, in minor units. */
export interface TaxAmount extends TaxPart {
  readonly amount: number
}

/** Each tax on or inside an amount, in minor units, rounded separately; empty without a rule. */
export const taxesOn = (amountMinor: number, rule: TaxRule | null): readonly TaxAmount[] => {
  if (rule === null) return []
  const whole = rationalFromDecimal(rule.rate)
  return partsOf(rule).map(({ rate, name }) => {
    const part = rationalFromDecimal(rate)
    const share: Rational = rule.behavior === 'exclusive' ? part : multiply(part, inverseOfGross(whole))
    return { rate, name, amount: Number(roundHalfAwayFromZero(multiply(integer(amountMinor), share))) }
  })
}

/**
 * The taxes of an amount that may have been rounded down to its processor's step; they sum to `tax`. If the taxes on the subtotal sum to
 * `tax`, they are the result; otherwise `tax` is divided in proportion to the taxes inside `amount`.
 */
export const taxesOf = (
  { subtotal, tax, amount }: { readonly subtotal: number; readonly tax: number; readonly amount: number },
  rule: TaxRule | null,
): readonly TaxAmount[] => {
  if (rule === null) return []
  const onTop = taxesOn(subtotal, rule)
  if (sumOf(onTop) === tax) return onTop
  return distributeTax(tax, taxesOn(amount, { ...rule, behavior: 'inclusive' }))
}

/** Divides a sum of tax among several taxes in proportion to their amounts; the last one takes the rounding difference. */
export const distributeTax = (taxMinor: number, taxes: readonly TaxAmount[]): readonly TaxAmount[] => {
  const whole = sumOf(taxes)
  if (whole === taxMinor) return taxes
  let given = 0
  let passed = 0
  return taxes.map((each) => {
    passed += each.amount
    const upTo =
      whole === 0 || passed === whole
        ? taxMinor
        : Number(roundHalfAwayFromZero({ numerator: BigInt(taxMinor) * BigInt(passed), denominator: BigInt(whole) }))
    const amount = upTo - given
    given = upTo
    return { ...each, amount }
  })
}

const sumOf = (taxes: readonly TaxAmount[]): number => taxes.reduce((sum, { amount }) => sum + amount, 0)

const partsOf = ({ rate, parts }: TaxRule): readonly TaxPart[] => parts ?? [{ rate, name: null }]

const integer = (amountMinor: number): Rational => ({ numerator: BigInt(amountMinor), denominator: 1n })

/** The net value of one minor unit of gross. */
const inverseOfGross = ({ numerator, denominator }: Rational): Rational => ({
  numerator: denominator,
  denominator: denominator + numerator,
})

/** The amount to pay: exclusive tax is added, inclusive tax is in the amount already. */
export const withTax = (amountMinor: number, rule: TaxRule | null): number =>
  rule?.behavior === 'exclusive' ? amountMinor + taxOn(amountMinor, rule) : amountMinor
