import type { TaxBehavior, TaxKind } from '@billing-checkout/contract'
import { divide, multiply, type Rational, rationalFromDecimal, roundHalfAwayFromZero } from '../money/rational.ts'

/** The tax that applies to a sale: a decimal rate ("0.19"), whether prices include it, and its kind. */
export interface TaxRule {
  readonly rate: string
  readonly behavior: TaxBehavior
  readonly kind: TaxKind
  /** The separate taxes of a place that has several; their rates sum to `rate`. Absent if there is one tax. */
  readonly parts?: readonly TaxPart[]
}

/**
 * One of several taxes at a place, such as Canada's GST and the tax of a province. Each tax is rounded separately, because computing
 * Quebec's two taxes as one rate could differ from its law by a cent. A refund stores its parts, so that the parts of all refunds sum to
 * the payment's parts. A tax on another tax is not supported.
 */
export interface TaxPart {
  /** A decimal such as "0.05"; negative if it lowers another tax. */
  readonly rate: string
  /** The tax's name on receipts; if null, receipts name the place's kind of tax. */
  readonly name: string | null
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
    return { rate, name, amount: Number(roundHalfAwayFromZero(multiply(toRational(amountMinor), share))) }
  })
}

/**
 * The taxes of an amount that may have been rounded down to its processor's step; they sum to `tax`. If the taxes on the subtotal sum to
 * `tax`, they are the result; otherwise `tax` is divided in proportion to the taxes inside `amount`.
 */
export const taxesOfRoundedSum = (
  { subtotal, tax, amount }: { readonly subtotal: number; readonly tax: number; readonly amount: number },
  rule: TaxRule | null,
): readonly TaxAmount[] => {
  if (rule === null) return []
  const onTop = taxesOn(subtotal, rule)
  if (sumOf(onTop) === tax) return onTop
  return distributeTax(tax, taxesOn(amount, { ...rule, behavior: 'inclusive' }))
}

/**
 * Divides a sum of tax among several taxes in proportion to their amounts. The running total is rounded, so the parts sum to `taxMinor`.
 */
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

const toRational = (amountMinor: number): Rational => ({ numerator: BigInt(amountMinor), denominator: 1n })

/** The net value of one minor unit of gross, by the tax rate. */
const inverseOfGross = ({ numerator, denominator }: Rational): Rational => ({
  numerator: denominator,
  denominator: denominator + numerator,
})

/** The amount to pay: exclusive tax is added, inclusive tax is in the amount already. */
export const amountWithTax = (amountMinor: number, rule: TaxRule | null): number =>
  rule?.behavior === 'exclusive' ? amountMinor + taxOn(amountMinor, rule) : amountMinor

/**
 * The factor that converts money counted under one tax rule to another rule (DECISIONS 67). If prices included tax before and no longer do,
 * money counts with its net value. If prices include tax now and did not before, money counts with its gross value. If both rules include
 * tax, or neither does, the factor is 1, whatever their rates.
 */
export const taxRuleConversionFactor = (from: TaxRule | null, to: TaxRule | null): Rational => {
  if (isInside(from) === isInside(to)) return rationalOne
  const net = inverseOfGross(rationalFromDecimal(from?.rate ?? '0'))
  return isInside(from) ? net : divide(rationalOne, net)
}

/** Converts an amount in minor units to another tax rule, rounded once, half away from zero. */
export const convertToTaxRule = (amountMinor: number, from: TaxRule | null, to: TaxRule | null): number =>
  Number(roundHalfAwayFromZero(multiply(toRational(amountMinor), taxRuleConversionFactor(from, to))))

/** The factor 1. */
export const rationalOne: Rational = { numerator: 1n, denominator: 1n }

const isInside = (rule: TaxRule | null): boolean => rule?.behavior === 'inclusive'

/** The exact sum of several decimal rates, without trailing zeros. */
export const sumOfRates = (parts: readonly Pick<TaxPart, 'rate'>[]): string => {
  const digits = Math.max(...parts.map(({ rate }) => rate.split('.')[1]?.length ?? 0), 0)
  const scaled = parts.reduce((sum, { rate }) => sum + BigInt(scale(rate, digits)), 0n)
  const text = String(scaled).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const fraction = text.slice(text.length - digits).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

const scale = (rate: string, digits: number): string => {
  const [whole = '', fraction = ''] = rate.split('.')
  return `${whole}${fraction.padEnd(digits, '0')}`
}
