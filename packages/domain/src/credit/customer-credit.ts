import { ceilToStep, type ChargeLimits, isChargeable } from '../money/charge-limits.ts'
import { proportionalShare } from '../subscription/unused-period-credit.ts'
import { convertToTaxRule, type TaxRule, amountWithTax } from '../tax/tax-on.ts'
import type { CreditSource } from './credit-ledger.ts'

/** The unspent credit of a customer from one source, in one currency. */
export interface CustomerCredit {
  readonly id: string
  readonly source: CreditSource
  /** Minor units, counted under `rule`. */
  readonly leftMinor: number
  readonly rule: TaxRule | null
}

/** A part of a customer's credit that a purchase spends. */
export interface CreditAllocation extends Pick<CustomerCredit, 'id' | 'source'> {
  /** Minor units, counted under the rule of the credit. */
  readonly minor: number
  /** How much of the purchase this part pays, in minor units under the purchase's tax rule. */
  readonly worthMinor: number
}

/** How much of a customer's credit a quote may spend, in minor units. */
export interface SpendableCredit {
  /** Counted under the tax rule of the quote. */
  readonly minor: number
  /** The smallest amount due that may remain after the credit, unless the credit pays the whole amount. */
  readonly minimumDue: number
}

/** The value of credit in a purchase under a tax rule, in minor units. Each source is rounded once, half away from zero. */
export const valueOfCredit = (credits: readonly CustomerCredit[], rule: TaxRule | null): number =>
  credits.reduce((sum, each) => sum + convertToTaxRule(each.leftMinor, each.rule, rule), 0)

/** Takes `worthMinor` of credit for a purchase, in the order of `credits`. Throws `RangeError` if there is not enough. */
export const allocateCredit = (
  credits: readonly CustomerCredit[],
  worthMinor: number,
  rule: TaxRule | null,
): readonly CreditAllocation[] => {
  let missing = worthMinor
  const taken = credits.flatMap(({ id, source, leftMinor, rule: own }) => {
    const worth = convertToTaxRule(leftMinor, own, rule)
    const used = Math.min(worth, missing)
    if (used === 0) return []
    missing -= used
    // A proportional share, because converting `used` back to the credit's own tax rule would not return the original amount (see
    // `taxRuleConversionFactor`).
    const minor = Math.max(proportionalShare(leftMinor, used, worth), 1)
    return [{ id, source, minor, worthMinor: used }]
  })
  if (missing > 0) throw new RangeError(`The credit is ${missing} less than the ${worthMinor} that are spent.`)
  return taken
}

/** Money of a payment that is refunded or disputed, in minor units without tax on top. */
export interface ReturnedMoney {
  readonly minor: number
  /** How much of the payment's money the merchant had before this refund or dispute. */
  readonly keptMinor: number
}

/**
 * Takes back the credit from one payment, in proportion to the refunded part of the payment. `places` holds this credit; the first is used
 * up first.
 */
export const reclaimCredit = (
  places: readonly CustomerCredit[],
  { minor, keptMinor }: ReturnedMoney,
  rule: TaxRule | null,
): readonly CreditAllocation[] =>
  allocateCredit(places, proportionalShare(valueOfCredit(places, rule), Math.min(minor, keptMinor), keptMinor), rule)

/** A sum to charge, and the credit that may lower it, in minor units. */
export interface ChargeBeforeCredit {
  /** The charge without the credit, before exclusive tax is added. */
  readonly netMinor: number
  readonly availableMinor: number
}

/**
 * How much of the available credit a charge spends, in minor units: as much as the price allows. It spends less if the processor could not
 * charge the remaining amount. The customer keeps the unspent credit.
 */
export const spendableCredit = (
  { netMinor, availableMinor }: ChargeBeforeCredit,
  rule: TaxRule | null,
  limits: ChargeLimits,
): number => {
  const most = Math.max(Math.min(netMinor, availableMinor), 0)
  const due = amountWithTax(netMinor - most, rule)
  if (most === 0 || isChargeable(due, limits)) return most
  const target = ceilToStep(Math.max(due, limits.minimum ?? 0), limits.step)
  return netMinor - smallestNet({ from: netMinor - most, to: netMinor }, (net) => amountWithTax(net, rule) >= target)
}

/**
 * The smallest number in a range for which `holds` is true, by binary search; the end of the range if there is none. If `holds` is true for
 * a number, it must be true for every larger number.
 */
const smallestNet = (
  { from, to }: { readonly from: number; readonly to: number },
  holds: (net: number) => boolean,
): number => {
  if (to <= from) return to
  const middle = Math.floor((from + to) / 2)
  return holds(middle) ? smallestNet({ from, to: middle }, holds) : smallestNet({ from: middle + 1, to }, holds)
}
