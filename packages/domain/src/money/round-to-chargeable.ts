import { taxOn, type TaxRule, withTax } from '../tax/tax-on.ts'
import type { ChargeLimits } from './charge-limits.ts'

/** A sum, split into the part that the processor can charge and the part that is left, in minor units. */
export interface ChargeableSum {
  /** The charged part of the net sum (of the gross if tax is inclusive). */
  readonly subtotal: number
  /** The tax on `subtotal` (exclusive), or the tax inside it (inclusive). */
  readonly tax: number
  /** The charged amount, including tax. */
  readonly amount: number
  /** The part of the sum that is not charged, in the same terms as `subtotal`; never negative. */
  readonly left: number
}

/**
 * Adds tax to a net sum and rounds the result down to a multiple of the step. If `belowMinimum` is `is left`, an amount below the minimum
 * becomes 0. The tax is that of the charged part, rounded once.
 */
export const roundToChargeable = (
  net: number,
  rule: TaxRule | null,
  limits: ChargeLimits,
  belowMinimum: 'is charged' | 'is left',
): ChargeableSum =>
  roundSum({ subtotal: net, tax: taxOn(net, rule), amount: withTax(net, rule) }, rule, limits, belowMinimum)

/** Like `roundToChargeable`, for a sum that was quoted already and may have been rounded before; never more than the quote. */
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

/** The amount of a later charge for a net sum, with tax, in minor units; 0 if it is below the minimum and left to the charge after it. */
export const laterAmount = (net: number, rule: TaxRule | null, limits: ChargeLimits): number =>
  roundToChargeable(net, rule, limits, 'is left').amount
