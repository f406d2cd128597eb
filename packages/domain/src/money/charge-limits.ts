import { taxOn, type TaxRule, amountWithTax } from '../tax/tax-on.ts'

/** Which amounts of one currency the merchant's accounts at processors accept, in minor units. */
export interface ChargeLimits {
  /** Every charged amount must be a multiple of this step; 1 if every amount can be charged. */
  readonly step: number
  /** The smallest amount that can be charged; null if no account states one. */
  readonly minimum: number | null
}

/** Limits under which every amount can be charged. */
export const noLimits: ChargeLimits = { step: 1, minimum: null }

/** The limits that satisfy all of several accounts: the least common multiple of their steps, and the largest minimum. */
export const joinLimits = (limits: readonly ChargeLimits[]): ChargeLimits =>
  limits.reduce(
    (joined, { step, minimum }) => ({
      step: (joined.step / greatestCommonDivisor(joined.step, step)) * step,
      minimum: minimum === null ? joined.minimum : Math.max(minimum, joined.minimum ?? 0),
    }),
    noLimits,
  )

/** Whether an amount is a multiple of the step. */
export const isOnStep = (amountMinor: number, { step }: Pick<ChargeLimits, 'step'>): boolean => amountMinor % step === 0

/** Whether an amount can be charged: it is 0, or it is a multiple of the step and not below the minimum. */
export const isChargeable = (amountMinor: number, limits: ChargeLimits): boolean =>
  amountMinor === 0 || (isOnStep(amountMinor, limits) && amountMinor >= (limits.minimum ?? 0))

/** The smallest multiple of a step that is not below an amount, both in minor units. */
export const ceilToStep = (amountMinor: number, step: number): number => Math.ceil(amountMinor / step) * step

const greatestCommonDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestCommonDivisor(other, one % other)

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
 * becomes 0; with `is charged`, it stays. The tax is that of the charged part, rounded once.
 */
export const roundToChargeable = (
  net: number,
  rule: TaxRule | null,
  limits: ChargeLimits,
  belowMinimum: 'is charged' | 'is left',
): ChargeableSum =>
  roundQuotedSum({ subtotal: net, tax: taxOn(net, rule), amount: amountWithTax(net, rule) }, rule, limits, belowMinimum)

/** Like `roundToChargeable`, for a sum that was quoted already and may have been rounded before; the result is never above the quote. */
export const roundQuotedSum = (
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

/**
 * The amount of a later charge for a net sum, with tax, in minor units; 0 if the amount is below the minimum, so that the following charge
 * collects it.
 */
export const laterChargeAmount = (net: number, rule: TaxRule | null, limits: ChargeLimits): number =>
  roundToChargeable(net, rule, limits, 'is left').amount
