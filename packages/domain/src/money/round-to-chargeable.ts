import { taxOn, type TaxRule, withTax } from '../tax/tax-on.ts'
import type { ChargeLimits } from './charge-limits.ts'

/** A sum split into what the processor can charge and the rest, in minor units. */
export interface ChargeableSum {
  /** The part of the net that is charged. */
  readonly subtotal: number
  /** The tax on `subtotal`, or inside it. */
  readonly tax: number
  /** What is charged, its tax included. */
  readonly amount: number
  /** The part of the net that is not charged; never negative. */
  readonly left: number
}

/**
 * A net sum with its tax, rounded down to a multiple of the step. An amount below the minimum becomes 0 if
 * `belowMinimum` is `is left`. The tax is that of the charged part, rounded once.
 */
export const roundToChargeable = (
  net: number,
  rule: TaxRule | null,
  limits: ChargeLimits,
  belowMinimum: 'is charged' | 'is left',
): ChargeableSum =>
  roundSum({ subtotal: net, tax: taxOn(net, rule), amount: withTax(net, rule) }, rule, limits, belowMinimum)

/** As `roundToChargeable`, for a sum that was quoted already and may have been rounded before: never more than the quote. */
export const roundSum = (
  sum: Omit<ChargeableSum, 'left'>,
  rule: TaxRule | null,
  { step, minimum }: ChargeLimits,
  belowMinimum: 'is charged' | 'is left',
): ChargeableSum => {
  const onStep = sum.amount - (sum.amount % step)
  const amount = belowMinimum === 'is left' && onStep < (minimum ?? 0) ? 0 : onStep
  if (amount === sum.amount) return { ...sum, left: 0 }
  const tax = taxOn(amount, rule && { ...rule, behavior: 'inclusive' })
  const subtotal = rule?.behavior === 'exclusive' ? amount - tax : amount
  return { subtotal, tax, amount, left: sum.subtotal - subtotal }
}

/** What a later charge of a net sum costs with tax, in minor units; 0 if that is below the minimum and is left to the charge after it. */
export const laterAmount = (net: number, rule: TaxRule | null, limits: ChargeLimits): number =>
  roundToChargeable(net, rule, limits, 'is left').amount
