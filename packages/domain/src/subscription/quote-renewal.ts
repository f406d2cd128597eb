import type { QuoteDraft } from '../checkout/quote-request.ts'
import {
  balanceLines,
  unchargedRemainder,
  priceLines,
  type QuoteLine,
  roundingLines,
  taxLines,
} from '../checkout/quote-lines.ts'
import { discountedPrice, priceAfterTemporaryDiscounts } from '../discount/discount-terms.ts'
import {
  type ChargeLimits,
  laterChargeAmount,
  noLimits,
  roundQuotedSum,
  roundToChargeable,
} from '../money/charge-limits.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import { convertToTaxRule, type TaxRule, amountWithTax } from '../tax/tax-on.ts'
import type { BillingPeriod } from './next-period.ts'

/** The input for the quote of a renewal. */
export interface RenewalRequest {
  readonly terms: PlanTerms
  readonly period: BillingPeriod
  /** Credit in minor units; a surcharge if negative. */
  readonly balanceMinor: number
  /** The tax rule under which the balance is counted. */
  readonly paidTax: TaxRule | null
  readonly tax: TaxRule | null
  /** Which amounts the charging processor accepts; absent: any amount. */
  readonly limits?: ChargeLimits
}

/**
 * The charge of a renewal, and how much of the subscription's balance the charge uses up once it is paid, counted under the renewal's tax
 * rule.
 */
export interface RenewalQuote {
  readonly draft: QuoteDraft
  /** Minor units to subtract from the balance: credit spent, less a surcharge collected, plus the part that is left uncharged. */
  readonly balanceUsed: number
}

/**
 * The charge for a period: its price less discount and credit, or plus a surcharge left by a plan change. Credit beyond the price stays for
 * later periods. Exclusive tax is added to the net and rounded once. If the processor cannot charge a part, because of its step or minimum,
 * the next period's charge collects that part.
 */
export const quoteRenewal = (request: RenewalRequest): RenewalQuote => {
  const { terms, period, tax, limits = noLimits } = request
  if (terms.interval === null) throw new TypeError(`Plan ${terms.id} has no interval, so it cannot be renewed.`)
  const { currency } = terms.price
  const price = discountedPrice(terms)
  const balanceMinor = convertToTaxRule(request.balanceMinor, request.paidTax, tax)
  const spent = Math.min(balanceMinor, price)
  const due = roundToChargeable(price - spent, tax, limits, 'is left')
  const balanceUsed = spent + due.left
  const balance = balanceMinor - balanceUsed
  const nextNet = Math.max(discountedPrice(terms, 1) - balance, 0)
  const lines: readonly QuoteLine[] = [
    ...priceLines(terms),
    ...balanceLines(terms.name, spent),
    ...roundingLines(terms.name, due.left),
    ...taxLines(due, tax),
  ]
  return {
    balanceUsed,
    draft: {
      at: period.start,
      lines,
      subtotal: due.subtotal,
      tax: { amount: due.tax, rule: tax },
      dueNow: { amount: due.amount, currency },
      nextCharge: { amount: laterChargeAmount(nextNet, tax, limits), currency, at: period.end },
      recurring: {
        amount: amountWithTax(priceAfterTemporaryDiscounts(terms), tax),
        currency,
        interval: terms.interval,
      },
      balance,
      restartsCycle: false,
      periodCost: null,
    },
  }
}

/** The charged part of an earlier quote, and the part of its net that is left to the next charge, in minor units. */
export interface RoundedDebt {
  readonly draft: QuoteDraft
  readonly left: number
}

/**
 * Rounds down a debt that was quoted for another processor, to an amount that the present processor can charge; 0 if that amount is below
 * the minimum. Later charges stay as quoted. Undefined if the processor can charge the whole debt.
 */
export const roundDebt = (label: string, draft: QuoteDraft, limits: ChargeLimits): RoundedDebt | undefined => {
  const { lines, subtotal, tax, dueNow } = draft
  const due = roundQuotedSum({ subtotal, tax: tax.amount, amount: dueNow.amount }, tax.rule, limits, 'is left')
  if (due.amount === dueNow.amount) return undefined
  return {
    left: due.left,
    draft: {
      ...draft,
      lines: [
        ...lines.filter(({ kind }) => kind !== 'rounding' && kind !== 'tax'),
        ...roundingLines(label, unchargedRemainder(draft) + due.left),
        ...taxLines(due, tax.rule),
      ],
      subtotal: due.subtotal,
      tax: { amount: due.tax, rule: tax.rule },
      dueNow: { ...dueNow, amount: due.amount },
      balance: draft.balance - due.left,
    },
  }
}
