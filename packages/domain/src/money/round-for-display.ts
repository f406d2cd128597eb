import { decimalsOfCurrency } from './currencies.ts'

/** How display prices are rounded: up to a price that ends in .99, to whole units, or not at all. */
export type RoundingRule = 'charm' | 'whole' | 'none'

/**
 * A display price in minor units: the smallest price that the rule allows and that is not below the amount. A `charm` price ends in .99
 * (with three decimals .990; without decimals in 9 below 1,000 and in 99 from 1,000 on); a `whole` price has no fraction. Zero and negative
 * amounts do not change.
 */
export const roundForDisplay = (amountMinor: number, currency: string, rule: RoundingRule): number =>
  amountMinor <= 0 ? amountMinor : roundUp[rule](amountMinor, decimalsOfCurrency(currency))

const roundUp: Readonly<Record<RoundingRule, (amountMinor: number, exponent: number) => number>> = {
  charm: (amountMinor, exponent) =>
    exponent === 0 ? charmWithoutDecimals(amountMinor) : upTo(amountMinor, 10 ** exponent, 99 * 10 ** (exponent - 2)),
  whole: (amountMinor, exponent) => upTo(amountMinor, 10 ** exponent, 0),
  none: (amountMinor) => amountMinor,
}

/** 1,000 becomes 1,099 and not 1,009, because prices from 1,000 on have to end in 99. */
const charmWithoutDecimals = (amountMinor: number): number =>
  amountMinor < 1000 ? upTo(amountMinor, 10, 9) : upTo(amountMinor, 100, 99)

/** The smallest number that is not below `amount` and equals a multiple of `step` plus `ending`. */
const upTo = (amount: number, step: number, ending: number): number =>
  amount + ((((ending - amount) % step) + step) % step)
