import type { CheckoutPurpose, Money, ProrationBillingMode } from '@billing-checkout/contract'
import { addInterval, type Interval, secondsBetween, type Timestamp } from '../calendar/timestamp.ts'
import { type ChargeLimits, laterAmount, noLimits, roundToChargeable } from '../money/charge-limits.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import { type PaidPeriod, remainingSeconds, unusedCredit } from '../subscription/unused-credit.ts'
import { discountedPrice, type DiscountTerms, lastingPrice } from '../discount/discount-terms.ts'
import { type SpendableCredit, spendableCredit } from '../credit/customer-credit.ts'
import { restate, restatementFactor, type TaxRule, withTax } from '../tax/tax-on.ts'
import {
  balanceLines,
  customerCreditLines,
  keptLines,
  netOf,
  priceLines,
  type QuoteLine,
  roundingLines,
  taxLines,
  trialLine,
} from './quote-lines.ts'
import { costOfSeconds, exchangedInterval, termsOfRunningPeriod } from './exchanged-time.ts'
import { nothingOwed, type OwedSum } from './owed-sum.ts'

/** The charges of a checkout, now and later, before they get a quote id and a hash. Amounts in minor units. */
export interface QuoteDraft {
  readonly at: Timestamp
  readonly lines: readonly QuoteLine[]
  readonly subtotal: number
  readonly tax: { readonly amount: number; readonly rule: TaxRule | null }
  readonly dueNow: Money
  readonly nextCharge: (Money & { readonly at: Timestamp }) | null
  readonly recurring: (Money & { readonly interval: Interval }) | null
  /** The subscription's balance after the charge: credit that lowers later charges, or a surcharge if negative. */
  readonly balance: number
  /** Whether payment starts a new billing cycle now. */
  readonly restartsCycle: boolean
  /**
   * The new cost of the whole running period, if its remaining time is exchanged for time on the new plan. A later change credits the
   * unused share of this cost (DECISIONS 67). Null if the period keeps its cost, or ends now.
   */
  readonly periodCost: number | null
  /** Set if the plan changes with the next charge, at the end of the running period. */
  readonly changesAtPeriodEnd?: true
}

/** The subscription that a checkout changes, recovers or resumes, or whose payment method it replaces. */
export interface QuotedSubscription {
  /** The name of the subscription's plan, which labels credit from that plan. */
  readonly planName: string
  /** The instant that the subscription's billing dates are counted from. */
  readonly anchor: Timestamp
  readonly period: PaidPeriod
  readonly nextBillingDate: Timestamp | null
  /**
   * Credit from earlier changes; a surcharge on the next charge if negative. If the subscription is cancelled, amounts that were too small
   * to charge are waived and left out.
   */
  readonly balanceMinor: number
  /** The tax rule under which the period's cost and the balance are counted. */
  readonly paidTax: TaxRule | null
  /** Whether a plan change gives credit for unused time: only if the subscription is live and paid up, neither past due nor cancelled. */
  readonly earnsCredit: boolean
  /**
   * Set if the subscription was cancelled in a paid period that still runs. Starting the subscription again then gives credit for the
   * unused time, and counts this balance, which includes the amounts that `balanceMinor` leaves out. The period's cost excludes refunded
   * money.
   */
  readonly paidTimeLeft: { readonly balanceMinor: number } | null
  /** Whether the trial is running. A trial keeps its own price, whatever plan follows, so exchanging its remaining time costs nothing. */
  readonly inTrial: boolean
  readonly owed: OwedSum
  /**
   * The part of the balance that the running period's charge used, if that charge's money never arrived and the balance does not include
   * the debt; else 0. A new cycle writes the period off and returns this part to the balance. Negative if the charge collected a surcharge.
   */
  readonly writtenOffMinor: number
  /** The discount of the running period, as it would apply on the quoted plan; absent: none. */
  readonly periodDiscount?: DiscountTerms | null
}

/** The input of a quote. `at` is the frozen instant of proration; `startsAt` is when a new period would begin. */
export interface QuoteRequest {
  readonly purpose: CheckoutPurpose
  readonly at: Timestamp
  readonly startsAt: Timestamp
  readonly terms: PlanTerms
  readonly withTrial: boolean
  readonly tax: TaxRule | null
  readonly subscription: QuotedSubscription | null
  readonly prorationBillingMode: ProrationBillingMode
  /** Which amounts can be charged by every processor that may make the charge; absent: any amount. */
  readonly limits?: ChargeLimits
  /** The customer's credit that may pay the amount due now; absent: none. */
  readonly customerCredit?: SpendableCredit
}

/**
 * What a checkout charges now, next and at every interval. Session, widget, preview and charge all use this function. Credit is spent
 * before tax, exclusive tax is added to the net, and each amount is rounded once. The amount due is rounded down to an amount that the
 * processor can charge, and the subscription's balance keeps the difference.
 */
export const quoteCheckout = (request: QuoteRequest): QuoteDraft => quoteByPurpose[request.purpose](request)

const quoteByPurpose: Readonly<Record<CheckoutPurpose, (request: QuoteRequest) => QuoteDraft>> = {
  pay: (request) => makeDraft(request, { lines: priceLines(request.terms), next: null, restartsCycle: false }),

  subscribe: (request) =>
    request.withTrial && request.terms.trial !== null
      ? quoteTrial(request, request.terms.trial)
      : quoteNewCycle(request, 0),

  recover: (request) => quoteNewCycle(request, balanceOnRestart(request) + creditForUnusedTime(request)),

  resume: (request) => quoteUnchanged(request, []),

  update_method: (request) => quoteUnchanged(request, [{ kind: 'verification', label: request.terms.name, amount: 0 }]),

  change_plan: (request) => quoteChange[request.prorationBillingMode](request),
}

const quoteTrial = (request: QuoteRequest, trial: NonNullable<PlanTerms['trial']>): QuoteDraft =>
  makeDraft(request, {
    lines: [trialLine(request.terms)],
    next: { at: addInterval(request.startsAt, trial.interval.unit, trial.interval.count), credit: 0 },
    restartsCycle: true,
  })

/**
 * Starts a new cycle: charges the full price now, less credit, or plus the surcharge that an earlier change left. The next charge falls due
 * one interval from now.
 */
const quoteNewCycle = (request: QuoteRequest, balance: number): QuoteDraft => {
  const { terms, subscription } = request
  const spent = Math.min(balance, discountedPrice(terms))
  const interval = intervalOf(request)
  return makeDraft(request, {
    lines: [
      ...priceLines(terms),
      ...balanceLines(subscription?.planName ?? terms.name, balance),
      ...keptLines(subscription?.planName ?? terms.name, balance - spent),
    ],
    next: { at: addInterval(request.startsAt, interval.unit, interval.count), credit: balance - spent, charge: 1 },
    restartsCycle: true,
  })
}

/**
 * Charges nothing now; the next charge stays on its date, at the price of the given terms. If a charge has failed, the next charge retries
 * it at its frozen price, and the given terms apply to the charge after that.
 */
const quoteUnchanged = (request: QuoteRequest, lines: readonly QuoteLine[]): QuoteDraft => {
  const { nextBillingDate, period, owed } = subscriptionOf(request)
  return makeDraft(request, {
    lines,
    next: { at: nextBillingDate ?? period.end, credit: balanceOf(request), owed },
    restartsCycle: false,
  })
}

const quoteChange: Readonly<Record<ProrationBillingMode, (request: QuoteRequest) => QuoteDraft>> = {
  prorated_immediately: (request) => quoteNewCycle(request, balanceOnRestart(request) + creditForUnusedTime(request)),
  full_immediately: (request) => quoteNewCycle(request, balanceOnRestart(request)),
  do_not_bill: (request) => quoteUnchanged(request, []),
  full_next_billing_period: (request) => quoteUnchanged(request, []),
  at_period_end: (request) => ({ ...quoteUnchanged(request, []), changesAtPeriodEnd: true }),
  prorated_next_billing_period: (request) => {
    const subscription = subscriptionOf(request)
    const { nextBillingDate, period, inTrial, earnsCredit, owed } = subscription
    // If the running period is unpaid, its retried charge still collects its full price, so no part of the period is exchanged.
    if (inTrial || !earnsCredit || owed.retried !== null) return quoteUnchanged(request, [])
    return makeDraft(request, {
      lines: [],
      next: {
        at: nextBillingDate ?? period.end,
        credit: balanceOf(request) + creditForUnusedTime(request) - costOfRest(request),
      },
      restartsCycle: false,
      periodCost: costOfTime(request, secondsBetween(period.start, period.end)),
    })
  },
}

/** The cost of the running period's remaining time on the quoted plan, in minor units, if the time is exchanged for time on that plan. */
export const costOfRest = (request: QuoteRequest): number =>
  costOfTime(request, remainingSeconds(subscriptionOf(request).period, request.at))

/** The cost of `seconds` of the running period on the quoted plan, with the running period's discount. */
const costOfTime = (request: QuoteRequest, seconds: number): number => {
  const subscription = subscriptionOf(request)
  const terms = termsOfRunningPeriod(request.terms, subscription.periodDiscount)
  return costOfSeconds(terms, exchangedInterval(subscription, intervalOf(request)), seconds)
}

/** Credit for the time of the running period that is unused at the quote's instant, in minor units. */
export const creditForUnusedTime = (request: QuoteRequest): number => {
  const { period, paidTax } = subscriptionOf(request)
  return earnsCreditBy(request) ? unusedCredit(period, request.at, restatementFactor(paidTax, request.tax)) : 0
}

/** Whether a quote credits the unused time of the running period, even if that credit is 0. */
export const creditsUnusedTime = (
  request: QuoteRequest,
  { restartsCycle, periodCost }: Pick<QuoteDraft, 'restartsCycle' | 'periodCost'>,
): boolean =>
  (request.purpose === 'recover' ||
    (request.purpose === 'change_plan' && request.prorationBillingMode.startsWith('prorated'))) &&
  earnsCreditBy(request) &&
  (restartsCycle || periodCost !== null)

/** Whether the subscription earns credit. A cancelled subscription earns credit only if the shopper starts it again on its own plan. */
const earnsCreditBy = ({ purpose, subscription }: QuoteRequest): boolean =>
  purpose === 'recover' ? subscription?.paidTimeLeft != null : subscription?.earnsCredit === true

/** The subscription's balance in minor units, converted to the tax rule of the quote. */
export const balanceOf = (request: QuoteRequest): number =>
  restate(countedBalance(request), subscriptionOf(request).paidTax, request.tax)

/** The balance at the start of a new cycle. An unpaid period is written off, and what its charge had taken from the balance is added back. */
const balanceOnRestart = (request: QuoteRequest): number => {
  const { writtenOffMinor, paidTax } = subscriptionOf(request)
  return restate(countedBalance(request) + writtenOffMinor, paidTax, request.tax)
}

const countedBalance = (request: QuoteRequest): number => {
  const { balanceMinor, paidTimeLeft } = subscriptionOf(request)
  return request.purpose === 'recover' && paidTimeLeft !== null ? paidTimeLeft.balanceMinor : balanceMinor
}

/** `credit` lowers the next charge, or raises it if negative; `charge` is the number of paid periods before the next charge. */
interface NextCharge {
  readonly at: Timestamp
  readonly credit: number
  readonly owed?: OwedSum
  readonly charge?: number
}

interface DraftParts {
  readonly lines: readonly QuoteLine[]
  readonly next: NextCharge | null
  readonly restartsCycle: boolean
  readonly periodCost?: number | null
}

const makeDraft = (
  request: QuoteRequest,
  { lines: ownLines, next, restartsCycle, periodCost = null }: DraftParts,
): QuoteDraft => {
  const { terms, tax, limits = noLimits } = request
  const { currency } = terms.price
  const lines = [...ownLines, ...creditLinesFor(request, ownLines)]
  const due = roundToChargeable(netOf(lines), tax, limits, request.purpose === 'recover' ? 'is left' : 'is charged')
  const credit = next === null ? 0 : next.credit - due.left
  const { retried, outstandingMinor, outstandingTax } = next?.owed ?? nothingOwed
  const nextPrice = discountedPrice(terms, next?.charge) + restate(outstandingMinor, outstandingTax, tax)
  const nextNet = next === null ? 0 : Math.max(nextPrice - credit, 0)
  return {
    at: request.at,
    lines: [...lines, ...roundingLines(terms.name, due.left), ...taxLines(due, tax)],
    subtotal: due.subtotal,
    tax: { amount: due.tax, rule: tax },
    dueNow: { amount: due.amount, currency },
    nextCharge: next && { amount: retried?.amountMinor ?? laterAmount(nextNet, tax, limits), currency, at: next.at },
    recurring: next && { amount: withTax(lastingPrice(terms), tax), currency, interval: intervalOf(request) },
    balance: credit,
    restartsCycle,
    periodCost,
  }
}

/** The line of the customer's credit. Credit does not pay surcharges, because an earlier renewal may have left them. */
const creditLinesFor = (
  { terms, tax, limits = noLimits, customerCredit }: QuoteRequest,
  lines: readonly QuoteLine[],
): readonly QuoteLine[] =>
  customerCredit === undefined
    ? []
    : customerCreditLines(
        terms.name,
        spendableCredit(
          {
            netMinor: netOf(lines),
            availableMinor: Math.min(customerCredit.minor, netOf(lines.filter(({ kind }) => kind !== 'surcharge'))),
          },
          tax,
          { step: limits.step, minimum: customerCredit.minimumDue },
        ),
      )

const subscriptionOf = ({ subscription, purpose }: QuoteRequest): QuotedSubscription => {
  if (subscription === null) throw new TypeError(`A quote to ${purpose} needs the subscription.`)
  return subscription
}

const intervalOf = ({ terms }: QuoteRequest): Interval => {
  if (terms.interval === null) throw new TypeError(`Plan ${terms.id} has no interval, so nothing can recur.`)
  return terms.interval
}
