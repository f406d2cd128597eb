import { ceilToStep, type ChargeLimits, isChargeable } from '../money/charge-limits.ts'
import { shareOf } from '../subscription/unused-credit.ts'
import { restate } from '../tax/restate.ts'
import { type TaxRule, withTax } from '../tax/tax-on.ts'
import type { CreditSource } from './credit-ledger.ts'

/** Credit of a customer, of one source and in one currency, as far as it is not spent. */
export interface CustomerCredit {
  readonly id: string
  readonly source: CreditSource
  /** Minor units, counted under `rule`. */
  readonly leftMinor: number
  readonly rule: TaxRule | null
}

/** What a purchase takes of a customer's credit. */
export interface TakenCredit extends Pick<CustomerCredit, 'id' | 'source'> {
  /** Minor units, counted under the rule of the credit. */
  readonly minor: number
  /** What that pays of the purchase, in minor units under the purchase's rule. */
  readonly worthMinor: number
}

/** Credit of a customer as far as a quote may spend it, in minor units. */
export interface QuotedCredit {
  /** Counted under the tax rule of the quote. */
  readonly minor: number
  /** The smallest amount that may be due, unless nothing is. */
  readonly minimumDue: number
}

/** What credit is worth in a purchase under a tax rule, in minor units. Each source is rounded once, half away from zero. */
export const worthOfCredit = (credits: readonly CustomerCredit[], rule: TaxRule | null): number =>
  credits.reduce((sum, each) => sum + restate(each.leftMinor, each.rule, rule), 0)

/** Takes credit for a purchase, in the order given. Throws `RangeError` if there is less. */
export const takeCredit = (
  credits: readonly CustomerCredit[],
  worthMinor: number,
  rule: TaxRule | null,
): readonly TakenCredit[] => {
  let missing = worthMinor
  const taken = credits.flatMap(({ id, source, leftMinor, rule: own }) => {
    const worth = restate(leftMinor, own, rule)
    const used = Math.min(worth, missing)
    if (used === 0) return []
    missing -= used
    // In proportion: to convert the part back would not give what it was converted from (see `restatementFactor`).
    const minor = Math.max(shareOf(leftMinor, used, worth), 1)
    return [{ id, source, minor, worthMinor: used }]
  })
  if (missing > 0) throw new RangeError(`The credit is ${missing} less than the ${worthMinor} that are spent.`)
  return taken
}

/** Money of a payment that goes back to its payer, in minor units without tax on top. */
export interface MoneyGone {
  readonly minor: number
  /** The payment's money that the merchant had before, this money included. */
  readonly keptMinor: number
}

/** Takes back the same share of a payment's credit as goes back of its money, from the places of that credit in the order given. */
export const takeBack = (
  places: readonly CustomerCredit[],
  { minor, keptMinor }: MoneyGone,
  rule: TaxRule | null,
): readonly TakenCredit[] =>
  takeCredit(places, shareOf(worthOfCredit(places, rule), Math.min(minor, keptMinor), keptMinor), rule)

/** A sum that credit lowers, in minor units. */
export interface CreditedSum {
  /** What would be charged without the credit, before tax that is added on top. */
  readonly netMinor: number
  readonly availableMinor: number
}

/**
 * How much of the available credit a charge spends, in minor units: all that the price takes, or less if what is left to pay could not
 * be charged then. What it does not spend stays with the customer.
 */
export const spendableCredit = (
  { netMinor, availableMinor }: CreditedSum,
  rule: TaxRule | null,
  limits: ChargeLimits,
): number => {
  const most = Math.max(Math.min(netMinor, availableMinor), 0)
  const due = withTax(netMinor - most, rule)
  if (most === 0 || isChargeable(due, limits)) return most
  const target = ceilToStep(Math.max(due, limits.minimum ?? 0), limits.step)
  return netMinor - smallestNet({ from: netMinor - most, to: netMinor }, (net) => withTax(net, rule) >= target)
}

/**
 * The smallest number of a range that a condition holds for, if it holds for all larger ones; the end of the range if it holds for none.
 */
const smallestNet = (
  { from, to }: { readonly from: number; readonly to: number },
  holds: (net: number) => boolean,
): number => {
  if (to <= from) return to
  const middle = Math.floor((from + to) / 2)
  return holds(middle) ? smallestNet({ from, to: middle }, holds) : smallestNet({ from: middle + 1, to }, holds)
}
