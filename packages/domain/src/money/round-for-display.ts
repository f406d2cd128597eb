import { exponentOf } from './currencies.ts'

/** How display prices are rounded: to a charming .99, to whole units, or not at all (decisions 7). */
export type RoundingRule = 'charm' | 'whole' | 'none'

/**
 * A display price, in minor units, never below the amount. `charm`: the smallest price that ends in .99 (three decimals
 * .990; without decimals in 9, above 1,000 in 99); `whole`: the next whole unit; nothing stays nothing.
 */
export const roundForDisplay = (amountMinor: number, currency: string, rule: RoundingRule): number => {
  if (amountMinor <= 0 || rule === 'none') return amountMinor
  const exponent = exponentOf(currency)
  if (rule === 'whole') return upTo(amountMinor, 10 ** exponent, 0)
  return exponent === 0 ? charmWhole(amountMinor) : upTo(amountMinor, 10 ** exponent, 99 * 10 ** (exponent - 2))
}

const charmWhole = (amount: number): number => (amount > 1000 ? upTo(amount, 100, 99) : upTo(amount, 10, 9))

/** The smallest number not below `amount` that is `ending` more than a multiple of `step`. */
const upTo = (amount: number, step: number, ending: number): number =>
  Math.ceil((amount - ending) / step) * step + ending
