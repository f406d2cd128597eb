import type { CheckoutPurpose, ProrationBillingMode } from '@billing-checkout/contract'
import { addInterval, type Interval, secondsBetween, type Timestamp } from '../calendar/timestamp.ts'
import { laterChargeAmount, noLimits, roundToChargeable } from '../money/charge-limits.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import { remainingSeconds, unusedPeriodCredit } from '../subscription/unused-period-credit.ts'
import { discountedPrice, priceAfterTemporaryDiscounts } from '../discount/discount-terms.ts'
import { spendableCredit } from '../credit/customer-credit.ts'
import { convertToTaxRule, taxRuleConversionFactor, amountWithTax } from '../tax/tax-on.ts'
import {
  balanceLines,
  customerCreditLines,
  keptCreditLines,
  sumOfLines,
  priceLines,
  type QuoteLine,
  roundingLines,
  taxLines,
  trialLine,
} from './quote-lines.ts'
import { costOfSeconds, intervalFromPeriodStart, termsOfRunningPeriod } from './exchanged-time.ts'
import { noDebt, type SubscriptionDebt } from './subscription-debt.ts'
import type { QuoteRequest, QuoteDraft, QuotedSubscription } from './quote-request.ts'

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
      ...keptCreditLines(subscription?.planName ?? terms.name, balance - spent),
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
    next: { at: nextBillingDate ?? period.end, credit: balanceUnderQuotedTax(request), owed },
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
        credit: balanceUnderQuotedTax(request) + creditForUnusedTime(request) - costOfRemainingTime(request),
      },
      restartsCycle: false,
      periodCost: costOfTime(request, secondsBetween(period.start, period.end)),
    })
  },
}

/** The cost of the running period's remaining time on the quoted plan, in minor units, if the time is exchanged for time on that plan. */
export const costOfRemainingTime = (request: QuoteRequest): number =>
  costOfTime(request, remainingSeconds(subscriptionOf(request).period, request.at))

/** The cost of `seconds` of the running period on the quoted plan, with the running period's discount. */
const costOfTime = (request: QuoteRequest, seconds: number): number => {
  const subscription = subscriptionOf(request)
  const terms = termsOfRunningPeriod(request.terms, subscription.periodDiscount)
  return costOfSeconds(terms, intervalFromPeriodStart(subscription, intervalOf(request)), seconds)
}

/** Credit for the time of the running period that is unused at the quote's instant, in minor units. */
export const creditForUnusedTime = (request: QuoteRequest): number => {
  const { period, paidTax } = subscriptionOf(request)
  return earnsCreditBy(request)
    ? unusedPeriodCredit(period, request.at, taxRuleConversionFactor(paidTax, request.tax))
    : 0
}

/** Whether a quote credits the unused time of the running period, even if that credit is 0. */
export const isUnusedTimeCredited = (
  request: QuoteRequest,
  { restartsCycle, periodCost }: Pick<QuoteDraft, 'restartsCycle' | 'periodCost'>,
): boolean =>
  (request.purpose === 'recover' ||
    (request.purpose === 'change_plan' && request.prorationBillingMode.startsWith('prorated'))) &&
  earnsCreditBy(request) &&
  (restartsCycle || periodCost !== null)

/**
 * Whether the subscription earns credit for unused time. A cancelled subscription earns it only if the shopper starts the subscription
 * again on its own plan.
 */
const earnsCreditBy = ({ purpose, subscription }: QuoteRequest): boolean =>
  purpose === 'recover' ? subscription?.restartCredit != null : subscription?.earnsCredit === true

/** The subscription's balance in minor units, converted to the tax rule of the quote. */
export const balanceUnderQuotedTax = (request: QuoteRequest): number =>
  convertToTaxRule(countedBalance(request), subscriptionOf(request).paidTax, request.tax)

/**
 * The balance at the start of a new cycle. An unpaid period is written off, and the part of the balance that its charge used is added back.
 */
const balanceOnRestart = (request: QuoteRequest): number => {
  const { writtenOffMinor, paidTax } = subscriptionOf(request)
  return convertToTaxRule(countedBalance(request) + writtenOffMinor, paidTax, request.tax)
}

const countedBalance = (request: QuoteRequest): number => {
  const { balanceMinor, restartCredit } = subscriptionOf(request)
  return request.purpose === 'recover' && restartCredit !== null ? restartCredit.balanceMinor : balanceMinor
}

/** `credit` lowers the next charge, or raises it if negative; `charge` is the number of paid periods before the next charge. */
interface NextCharge {
  readonly at: Timestamp
  readonly credit: number
  readonly owed?: SubscriptionDebt
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
  const due = roundToChargeable(
    sumOfLines(lines),
    tax,
    limits,
    request.purpose === 'recover' ? 'is left' : 'is charged',
  )
  const credit = next === null ? 0 : next.credit - due.left
  const { retried, outstandingMinor, outstandingTax } = next?.owed ?? noDebt
  const nextPrice = discountedPrice(terms, next?.charge) + convertToTaxRule(outstandingMinor, outstandingTax, tax)
  const nextNet = next === null ? 0 : Math.max(nextPrice - credit, 0)
  return {
    at: request.at,
    lines: [...lines, ...roundingLines(terms.name, due.left), ...taxLines(due, tax)],
    subtotal: due.subtotal,
    tax: { amount: due.tax, rule: tax },
    dueNow: { amount: due.amount, currency },
    nextCharge: next && {
      amount: retried?.amountMinor ?? laterChargeAmount(nextNet, tax, limits),
      currency,
      at: next.at,
    },
    recurring: next && {
      amount: amountWithTax(priceAfterTemporaryDiscounts(terms), tax),
      currency,
      interval: intervalOf(request),
    },
    balance: credit,
    restartsCycle,
    periodCost,
  }
}

/**
 * The line of the customer's credit. This credit pays no renewals and therefore no surcharge, because a surcharge may be left from a
 * renewal.
 */
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
            netMinor: sumOfLines(lines),
            availableMinor: Math.min(
              customerCredit.minor,
              sumOfLines(lines.filter(({ kind }) => kind !== 'surcharge')),
            ),
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
