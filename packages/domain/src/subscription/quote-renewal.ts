import { balanceLines, type QuoteDraft, type QuoteLine, taxLines } from '../checkout/quote-checkout.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import { restate } from '../tax/restate.ts'
import { taxOn, type TaxRule, withTax } from '../tax/tax-on.ts'
import type { BillingPeriod } from './next-period.ts'

/** What a renewal is quoted from. */
export interface RenewalRequest {
  readonly terms: PlanTerms
  readonly period: BillingPeriod
  /** Credit in minor units; when negative, a surcharge. */
  readonly balanceMinor: number
  /** The tax rule that the balance is counted under. */
  readonly paidTax: TaxRule | null
  readonly tax: TaxRule | null
}

/**
 * What a renewal charges, and how much of the subscription's balance it uses up when it is paid, counted under the renewal's tax
 * rule.
 */
export interface RenewalQuote {
  readonly draft: QuoteDraft
  /** Minor units to take off the balance; negative when a surcharge is charged. */
  readonly balanceUsed: number
}

/**
 * What a period costs: its price less credit, or plus a surcharge left by a plan change. Credit beyond the price stays for later
 * periods. Exclusive tax is added to the net, rounded once.
 */
export const quoteRenewal = (request: RenewalRequest): RenewalQuote => {
  const { terms, period, tax } = request
  if (terms.interval === null) throw new TypeError(`Plan ${terms.id} has no interval, so it cannot be renewed.`)
  const { amount: price, currency } = terms.price
  const balanceMinor = restate(request.balanceMinor, request.paidTax, tax)
  const balanceUsed = Math.min(balanceMinor, price)
  const balance = balanceMinor - balanceUsed
  const subtotal = price - balanceUsed
  const taxAmount = taxOn(subtotal, tax)
  const lines: readonly QuoteLine[] = [
    { kind: 'plan', label: terms.name, amount: price },
    ...balanceLines(terms.name, balanceUsed),
    ...taxLines(taxAmount, tax),
  ]
  return {
    balanceUsed,
    draft: {
      at: period.start,
      lines,
      subtotal,
      tax: { amount: taxAmount, rule: tax },
      dueNow: { amount: withTax(subtotal, tax), currency },
      nextCharge: { amount: withTax(Math.max(price - balance, 0), tax), currency, at: period.end },
      recurring: { amount: withTax(price, tax), currency, interval: terms.interval },
      balance,
      restartsCycle: false,
      periodCost: null,
    },
  }
}
