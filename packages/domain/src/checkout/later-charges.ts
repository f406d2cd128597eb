import type { Timestamp } from '../calendar/timestamp.ts'
import { discountedPrice, type DiscountTerms } from '../discount/discount-terms.ts'
import { isWithinQuoteHorizon, nextPeriod, periodPaidAt } from '../subscription/next-period.ts'
import { laterChargeAmount, noLimits, roundToChargeable } from '../money/charge-limits.ts'
import { convertToTaxRule, amountWithTax } from '../tax/tax-on.ts'
import { required } from '../required.ts'
import { balanceUnderQuotedTax, costOfRemainingTime, creditForUnusedTime } from './quote-checkout.ts'
import { type QuoteDraft, type QuoteRequest } from './quote-request.ts'
import {
  balanceLines,
  keptCreditLines,
  unchargedRemainder,
  priceLines,
  type QuoteLine,
  roundingLines,
  taxLines,
} from './quote-lines.ts'

/** One line of a later charge. A line of kind `rest` is the cost of the running period's remaining time on the new plan. */
export interface LaterLine extends Omit<QuoteLine, 'kind'> {
  readonly kind: QuoteLine['kind'] | 'rest'
}

/** An amount in minor units, charged at `at` and then at every interval until the date of the next `LaterCharge`. */
export interface LaterCharge {
  readonly amount: number
  readonly at: Timestamp
  /** Lines that sum to the amount and explain why it differs from the recurring price; empty if it does not differ. */
  readonly lines: readonly LaterLine[]
}

/**
 * Every later charge of a quote, in order: the next charge, each charge whose amount differs from the previous one, and the recurring price
 * last. Credit can cover several charges and a part of one more, before or after a discount ends, so there are at most five entries. If a
 * later charge is rounded down to the processor's step, the following charge collects the difference, which is less than a step. This list
 * ignores that difference.
 */
export const laterCharges = (request: QuoteRequest, draft: QuoteDraft): readonly LaterCharge[] => {
  const { nextCharge, recurring } = draft
  if (nextCharge === null || recurring === null) return []
  const dateOf = datesAfter(request, draft)
  return [{ amount: nextCharge.amount, lines: nextLines(request, draft), charge: 0 }, ...chargesAfter(request, draft)]
    .filter(({ charge }) => isWithinQuoteHorizon(charge, recurring.interval))
    .filter(({ amount }, index, all) => amount !== all[index - 1]?.amount)
    .map(({ amount, lines, charge }) => ({
      amount,
      at: charge === 0 ? nextCharge.at : dateOf(charge),
      lines: amount === recurring.amount ? [] : lines,
    }))
}

/**
 * When the first charge without the quote's discount falls due. Null if the quote has no discount, if the plan is one-off, or if the
 * discount does not end within 1,000 years.
 */
export const discountEndsAt = (request: QuoteRequest, draft: QuoteDraft): Timestamp | null => {
  const left = request.terms.discount?.left ?? null
  if (left === null || draft.nextCharge === null || draft.recurring === null) return null
  const charge = left - periodsBefore(request, draft)
  if (!isWithinQuoteHorizon(charge, draft.recurring.interval)) return null
  return charge <= 0 ? draft.nextCharge.at : datesAfter(request, draft)(charge)
}

interface NumberedCharge extends Omit<LaterCharge, 'at'> {
  /** The charge's position: 0 is the next charge, 1 the charge after it. */
  readonly charge: number
}

/**
 * The charges after the next charge whose amount may differ from the charge before: first charges with the discount, then charges after the
 * discount's end.
 */
const chargesAfter = (request: QuoteRequest, draft: QuoteDraft): readonly NumberedCharge[] => {
  const { terms, tax, limits = noLimits } = request
  const before = periodsBefore(request, draft)
  const left = terms.discount?.left ?? null
  const discounted = left === null ? 0 : Math.max(left - before - 1, 0)
  const charges: NumberedCharge[] = []
  let credit = creditAfterNext(request, draft)
  for (const { from, count } of [
    { from: 1, count: discounted },
    { from: 1 + discounted, count: Number.POSITIVE_INFINITY },
  ]) {
    const price = discountedPrice(terms, before + from)
    const charged = (used: number, charge: number): NumberedCharge => ({
      charge,
      amount: laterChargeAmount(price - used, tax, limits),
      lines: chargedLines([...priceLines(terms, before + from), ...balanceLines(labelOf(request), used)], request),
    })
    const covered = price === 0 ? 0 : Math.min(Math.floor(Math.max(credit, 0) / price), count)
    if (covered > 0) charges.push(charged(price, from))
    credit -= covered * price
    const rest = covered === count ? 0 : Math.min(credit, price)
    if (rest !== 0) charges.push(charged(rest, from + covered))
    credit -= rest
    const charge = from + covered + (rest === 0 ? 0 : 1)
    if (charge < from + count) charges.push(count === discounted ? charged(0, charge) : recurringCharge(draft, charge))
  }
  return charges
}

/** A charge of the recurring price. */
const recurringCharge = ({ recurring }: QuoteDraft, charge: number): NumberedCharge => ({
  amount: required(recurring, 'recurring price').amount,
  lines: [],
  charge,
})

/**
 * How many paid periods on the quoted terms come before the next charge; -1 if the next charge retries a failed charge that uses no period
 * of the discount.
 */
const periodsBefore = (request: QuoteRequest, draft: QuoteDraft): number => {
  const { retried } = owedIn(request, draft)
  if (retried !== null) return retried.usesDiscount === true ? 0 : -1
  return draft.restartsCycle && !draft.lines.some(({ kind }) => kind === 'trial') ? 1 : 0
}

/** The balance after the next charge, in minor units: credit, or a surcharge if negative. */
const creditAfterNext = (request: QuoteRequest, draft: QuoteDraft): number => {
  const { terms, tax } = request
  const { retried, outstanding } = owedIn(request, draft)
  return retried === null
    ? Math.max(draft.balance - outstanding - discountedPrice(terms, periodsBefore(request, draft)), 0)
    : draft.balance - outstanding - convertToTaxRule(retried.balanceUsedMinor, retried.tax, tax)
}

/**
 * The debts of earlier charges that the next charge collects; none without a subscription, or if a new cycle starts now, because today's
 * charge then includes the debts.
 */
const owedIn = ({ subscription, tax }: QuoteRequest, { restartsCycle }: QuoteDraft) => {
  if (subscription === null || restartsCycle) return { retried: null, outstanding: 0 }
  const { retried, outstandingMinor, outstandingTax } = subscription.owed
  return { retried, outstanding: convertToTaxRule(outstandingMinor, outstandingTax, tax) }
}

/** The lines of the next charge; they sum to its amount. */
const nextLines = (request: QuoteRequest, draft: QuoteDraft): readonly LaterLine[] => {
  const { terms } = request
  const { retried, outstanding } = owedIn(request, draft)
  if (retried !== null) return retried.lines
  // If the remaining time of the running period is exchanged, `draft.balance` is the net result; the lines show credit, surcharge and cost
  // separately.
  const isExchanged = draft.periodCost !== null
  const rest = isExchanged ? costOfRemainingTime(request) : 0
  const balance = isExchanged ? balanceUnderQuotedTax(request) : draft.balance
  const credit = Math.max(balance, 0) + (isExchanged ? creditForUnusedTime(request) : 0)
  // The part that today's charge leaves uncollected has its own label, so that it does not look like a surcharge of a plan change.
  const left = unchargedRemainder(draft)
  const surcharge = Math.max(-balance, 0) - left + outstanding
  const charge = periodsBefore(request, draft)
  const kept = Math.max(credit - discountedPrice(terms, charge) - rest - surcharge, 0)
  const label = labelOf(request)
  return chargedLines(
    [
      ...priceLines(terms, charge),
      ...(rest === 0 ? [] : [{ kind: 'rest' as const, label: terms.name, amount: rest }]),
      ...balanceLines(label, -surcharge),
      ...balanceLines(label, credit),
      ...keptCreditLines(label, kept),
    ],
    request,
    left,
  )
}

/**
 * The given lines, the tax lines, and a rounding line. The rounding line is the net that this charge cannot collect, less `leftBefore`, the
 * net that an earlier charge left to this charge.
 */
const chargedLines = (lines: readonly LaterLine[], request: QuoteRequest, leftBefore = 0): readonly LaterLine[] => {
  const { tax, terms, limits = noLimits } = request
  const net = lines.reduce((sum, { amount }) => sum + amount, leftBefore)
  const charged = roundToChargeable(net, tax, limits, 'is left')
  return [...lines, ...roundingLines(terms.name, charged.left - leftBefore), ...taxLines(charged, tax)]
}

/** The name of the subscription's plan or, without a subscription, of the bought plan. It labels credit and surcharges from that plan. */
const labelOf = ({ subscription, terms }: QuoteRequest): string => subscription?.planName ?? terms.name

/** Returns a function from a charge's position to its date. 1 is the first charge after the next charge. */
const datesAfter = (request: QuoteRequest, draft: QuoteDraft): ((charge: number) => Timestamp) => {
  const { startsAt, subscription } = request
  const { at } = required(draft.nextCharge, 'next charge of plan', request.terms.id)
  const { unit, count } = required(draft.recurring, 'recurring charge of plan', request.terms.id).interval
  const inCycle = (anchor: Timestamp, start: Timestamp, charges: number): Timestamp =>
    nextPeriod(anchor, { unit, count: count * charges }, start).end
  const { retried } = owedIn(request, draft)
  if (retried !== null) {
    const paid = periodPaidAt(retried.period, retried.interval, at).period
    return (charge) => (charge === 1 ? paid.end : inCycle(paid.anchor, paid.end, charge - 1))
  }
  const isTrial = draft.lines.some(({ kind }) => kind === 'trial')
  const anchor = isTrial
    ? at
    : draft.restartsCycle
      ? startsAt
      : required(subscription, 'subscription of plan', request.terms.id).anchor
  return (charge) => inCycle(anchor, at, charge)
}

/** The discount of a quote, as the checkout shows it. */
export interface QuotedDiscount {
  readonly terms: DiscountTerms
  /** The discounted price of a period, or of the one-off plan, including tax, in minor units. */
  readonly periodMinor: number
  /** When the first charge without the discount falls due; null if the discount never ends, or if the plan is one-off. */
  readonly endsAt: Timestamp | null
}

/** The discount of a quote; null if it has none. */
export const quotedDiscount = (request: QuoteRequest, draft: QuoteDraft): QuotedDiscount | null => {
  const { terms, tax } = request
  if (terms.discount === undefined) return null
  return {
    terms: terms.discount,
    periodMinor: amountWithTax(discountedPrice(terms), tax),
    endsAt: discountEndsAt(request, draft),
  }
}
