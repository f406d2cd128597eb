import type { CheckoutPurpose, CurrencyCode, Money, ProrationBillingMode } from '@billing-checkout/contract'
import { addInterval } from '../calendar/add-interval.ts'
import { secondsBetween } from '../calendar/seconds-between.ts'
import type { Timestamp } from '../calendar/timestamp.ts'
import type { Interval, PlanTerms } from '../plan/terms-for-country.ts'
import { type PaidPeriod, remaining, shareOf, unusedCredit } from '../subscription/unused-credit.ts'
import { taxOn, type TaxRule, withTax } from '../tax/tax-on.ts'

/** One line of a quote in minor units; negative for credit. */
export interface QuoteLine {
  readonly kind: 'plan' | 'trial' | 'credit' | 'tax' | 'verification'
  readonly label: string
  readonly amount: number
}

/** What a checkout would charge now and later, before it gets an id (decisions 7, Quote). Amounts in minor units. */
export interface QuoteDraft {
  readonly at: Timestamp
  readonly lines: readonly QuoteLine[]
  readonly subtotal: number
  readonly tax: { readonly amount: number; readonly rule: TaxRule | null }
  readonly dueNow: Money
  readonly nextCharge: (Money & { readonly at: Timestamp }) | null
  readonly recurring: (Money & { readonly interval: Interval }) | null
  /** What stays on the subscription: credit that lowers later charges (never lost, never cash), or below zero a surcharge. */
  readonly balance: number
  /** Whether paying opens a new cycle that starts now. */
  readonly restartsCycle: boolean
}

/** The subscription that a checkout changes, recovers, resumes or gives another method. */
export interface QuotedSubscription {
  readonly period: PaidPeriod
  readonly nextBillingDate: Timestamp | null
  /** Credit from earlier changes; below zero a surcharge to come. */
  readonly balanceMinor: number
  /** A live, paid-up subscription gets credit for unused time; past due and cancelled ones do not (decisions 9). */
  readonly earnsCredit: boolean
}

/** Everything a quote depends on. `at` freezes proration, `startsAt` is when a new period would begin. */
export interface QuoteRequest {
  readonly purpose: CheckoutPurpose
  readonly at: Timestamp
  readonly startsAt: Timestamp
  readonly terms: PlanTerms
  readonly withTrial: boolean
  readonly tax: TaxRule | null
  readonly subscription: QuotedSubscription | null
  readonly prorationBillingMode: ProrationBillingMode
}

/**
 * What a checkout charges now, next and every interval. The one function behind session, preview, widget and charge;
 * exclusive tax is added to the net due, credit is spent before tax, amounts are rounded once (decisions 7).
 */
export const quoteCheckout = (request: QuoteRequest): QuoteDraft => quoteByPurpose[request.purpose](request)

const quoteByPurpose: Readonly<Record<CheckoutPurpose, (request: QuoteRequest) => QuoteDraft>> = {
  pay: (request) => draft(request, { lines: [planLine(request.terms)], next: null, restartsCycle: false }),

  subscribe: (request) =>
    request.withTrial && request.terms.trial !== null
      ? quoteTrial(request, request.terms.trial)
      : quoteNewCycle(request, 0),

  recover: (request) => quoteNewCycle(request, subscriptionOf(request).balanceMinor),

  resume: (request) => quoteUnchanged(request, []),

  update_method: (request) => quoteUnchanged(request, [{ kind: 'verification', label: request.terms.name, amount: 0 }]),

  change_plan: (request) => quoteChange[request.prorationBillingMode](request, creditOf(request)),
}

const quoteTrial = (request: QuoteRequest, trial: NonNullable<PlanTerms['trial']>): QuoteDraft =>
  draft(request, {
    lines: [{ kind: 'trial', label: request.terms.name, amount: trial.price?.amount ?? 0 }],
    next: { at: addInterval(request.startsAt, trial.interval.unit, trial.interval.count), credit: 0 },
    restartsCycle: true,
  })

/** The full price now, less what credit covers; the next charge one interval from now. */
const quoteNewCycle = (request: QuoteRequest, credit: number): QuoteDraft => {
  const spent = Math.min(Math.max(credit, 0), request.terms.price.amount)
  const interval = intervalOf(request)
  return draft(request, {
    lines: [planLine(request.terms), ...creditLines(request, spent)],
    next: { at: addInterval(request.startsAt, interval.unit, interval.count), credit: credit - spent },
    restartsCycle: true,
  })
}

/** Nothing due; the next charge stays on its date, at the price of the given terms. */
const quoteUnchanged = (request: QuoteRequest, lines: readonly QuoteLine[]): QuoteDraft => {
  const { nextBillingDate, period, balanceMinor } = subscriptionOf(request)
  return draft(request, {
    lines,
    next: { at: nextBillingDate ?? period.end, credit: balanceMinor },
    restartsCycle: false,
  })
}

const quoteChange: Readonly<Record<ProrationBillingMode, (request: QuoteRequest, credit: number) => QuoteDraft>> = {
  prorated_immediately: quoteNewCycle,
  full_immediately: (request) => quoteNewCycle(request, subscriptionOf(request).balanceMinor),
  do_not_bill: (request) => quoteUnchanged(request, []),
  full_next_billing_period: (request) => quoteUnchanged(request, []),
  prorated_next_billing_period: (request, credit) => {
    const { nextBillingDate, period } = subscriptionOf(request)
    const at = nextBillingDate ?? period.end
    const { unit, count } = intervalOf(request)
    const surcharge = shareOf(
      request.terms.price.amount,
      remaining(period, request.at),
      secondsBetween(at, addInterval(at, unit, count)),
    )
    return draft(request, { lines: [], next: { at, credit: credit - surcharge }, restartsCycle: false })
  },
}

/** Credit for the unused time at the quote's instant, and what the subscription already had. */
const creditOf = (request: QuoteRequest): number => {
  const { earnsCredit, period, balanceMinor } = subscriptionOf(request)
  return balanceMinor + (earnsCredit ? unusedCredit(period, request.at) : 0)
}

interface DraftParts {
  readonly lines: readonly QuoteLine[]
  /** `credit` lowers the next charge; a negative one raises it. */
  readonly next: { readonly at: Timestamp; readonly credit: number } | null
  readonly restartsCycle: boolean
}

const draft = (request: QuoteRequest, { lines, next, restartsCycle }: DraftParts): QuoteDraft => {
  const { terms, tax } = request
  const currency: CurrencyCode = terms.price.currency
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  const taxAmount = taxOn(subtotal, tax)
  const nextNet = next === null ? 0 : Math.max(terms.price.amount - next.credit, 0)
  return {
    at: request.at,
    lines: taxAmount === 0 ? lines : [...lines, { kind: 'tax', label: tax?.rate ?? '', amount: taxAmount }],
    subtotal,
    tax: { amount: taxAmount, rule: tax },
    dueNow: { amount: withTax(subtotal, tax), currency },
    nextCharge: next && { amount: withTax(nextNet, tax), currency, at: next.at },
    recurring: next && { amount: withTax(terms.price.amount, tax), currency, interval: intervalOf(request) },
    balance: next?.credit ?? 0,
    restartsCycle,
  }
}

const planLine = (terms: PlanTerms): QuoteLine => ({ kind: 'plan', label: terms.name, amount: terms.price.amount })

const creditLines = (request: QuoteRequest, spent: number): readonly QuoteLine[] =>
  spent === 0 ? [] : [{ kind: 'credit', label: request.terms.name, amount: -spent }]

const subscriptionOf = ({ subscription, purpose }: QuoteRequest): QuotedSubscription => {
  if (subscription === null) throw new TypeError(`A quote to ${purpose} needs the subscription.`)
  return subscription
}

const intervalOf = ({ terms }: QuoteRequest): Interval => {
  if (terms.interval === null) throw new TypeError(`Plan ${terms.id} has no interval, so nothing can recur.`)
  return terms.interval
}
