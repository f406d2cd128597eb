import { recordDiscountChange } from './begin-payment.ts'
import type { Cause } from './cause.ts'
import { isoTextOf } from './differences.ts'
import type { WrittenBooks, WrittenEvent, WrittenMethod } from './history.ts'
import {
  isAuthorizedOrCaptured,
  leavePeriod,
  type Ledger,
  storeSubscription,
  storeRenewal,
  recordCoverage,
} from './ledger.ts'
import { quotedTermsOf } from './quoted-terms-of.ts'
import { creditLeft, holdCredit, spendCredit } from './customer-credit.ts'
import {
  statusRequestResult,
  subscriptionAfterLaterChange,
  exchangesForLater,
  quoteChange,
  remainingShareAt,
} from './expected-changes.ts'
import { subscriptionAfterRestart } from './expected-starts.ts'
import { subscriptionAfterDecline, subscriptionAfterEnd, renewalResultOf } from './expected-renewals.ts'
import { isPaidFor, moveCredit } from './move-credit.ts'
import {
  onScheduledPlan,
  subscriptionOnPlan,
  planInQuantity,
  hasTriedNext,
  owedPeriodOf,
  withLostMoneyOwed,
  type ExpectedSubscription,
} from './expected-subscription.ts'

/** Applies to the ledger a requested change that charged nothing. Notes a violation if the change was not allowed or not free. */
export const applyFreeChange = (ledger: Ledger, cause: Cause, written: WrittenBooks, now: number): void => {
  if (cause.kind === 'detach') return carryOutDetachment(ledger, cause.method, written)
  if (cause.kind !== 'ask' && cause.kind !== 'change' && cause.kind !== 'undo') return
  const it = ledger.all.get(cause.subscription)
  const hasChanged = written.events.some(({ subscription }) => subscription === cause.subscription)
  if (it === undefined || !hasChanged || ledger.touched.has(it.id)) return
  if (cause.kind === 'ask') return carryOutStatus(ledger, cause, it, { written, now })
  if (cause.kind === 'undo') {
    recordCoverage(ledger, 'a scheduled change was taken back')
    return storeSubscription(ledger, { ...it, scheduled: null })
  }
  const plan = planInQuantity(ledger.plans.get(cause.plan)!, cause.quantity)
  const { mode, at } = quotedTermsOf(cause, now)
  if (mode === 'at_period_end') noteScheduled(ledger, it)
  if (!mode.endsWith('_immediately')) {
    if (exchangesForLater(it, mode, at)) leavePeriod(ledger, it.id, remainingShareAt(it, at))
    const after = subscriptionAfterLaterChange(it, plan, mode, at)
    if (mode !== 'at_period_end') recordDiscountChange(ledger, it, plan, after.discount)
    if (it.plan.quantity !== plan.quantity)
      recordCoverage(
        ledger,
        mode === 'at_period_end' ? 'a quantity changed at the end of the period' : 'a quantity changed later',
      )
    return storeSubscription(ledger, after)
  }
  const owner = { customer: it.customer, currency: plan.currency }
  const quote = quoteChange(it, plan, { mode, at, creditOfCustomer: creditLeft(ledger, owner) })
  if (quote.start.due > 0) ledger.violations.push(`${it.id} changed its plan without paying ${quote.start.due}.`)
  leavePeriod(ledger, it.id, quote.isExchanged ? remainingShareAt(it, at) : 'over')
  const spender = `change of ${it.id} at ${isoTextOf(now)}`
  if (quote.start.spent > 0) recordCoverage(ledger, 'credit of a customer was spent')
  holdCredit(ledger, owner, spender, quote.start.spent)
  storeSubscription(
    ledger,
    subscriptionAfterRestart(it, plan, quote, { at: now, paid: 0, paidBy: null, spent: spendCredit(ledger, spender) }),
  )
}

const noteScheduled = (ledger: Ledger, it: ExpectedSubscription): void => {
  recordCoverage(ledger, 'a change was scheduled')
  if ((it.status !== 'trial' && it.status !== 'active') || hasTriedNext(it))
    ledger.violations.push(`${it.id} was ${it.status}, and a change of its plan was scheduled.`)
}

const carryOutStatus = (
  ledger: Ledger,
  { status, plan: named }: Extract<Cause, { kind: 'ask' }>,
  it: ExpectedSubscription,
  { written, now }: { readonly written: WrittenBooks; readonly now: number },
): void => {
  // A request that names the subscription's current plan changes nothing.
  const plan = named === null || (named.id === it.plan.id && named.quantity === it.plan.quantity) ? null : named
  const after = status === null ? it : statusRequestResult(it, status, now, isPaidFor(it, written.payments))
  if (after === 'charge' || after === 'invalid') {
    ledger.violations.push(`${it.id} was ${it.status} and became ${status}; that is ${after}.`)
    return
  }
  if (plan !== null && (after.status === 'cancelled' || after.status === 'scheduled_for_cancellation')) {
    ledger.violations.push(`${it.id} changed its plan while ${after.status}.`)
  }
  if (plan === null) return storeSubscription(ledger, after)
  const changed = subscriptionOnPlan(after, planInQuantity(ledger.plans.get(plan.id)!, plan.quantity))
  recordDiscountChange(ledger, it, changed.plan, changed.discount)
  storeSubscription(ledger, { ...changed, scheduled: null })
}

/** After a detachment, each subscription that used the method switches to the customer's method that was used or stored last. */
const carryOutDetachment = (ledger: Ledger, method: string, { methods, payments }: WrittenBooks): void => {
  const detached = methods.find(({ id }) => id === method)
  if (detached === undefined || !detached.isDetached || ledger.detached.has(method)) return
  ledger.detached.add(method)
  const lastUse = ({ id, stored }: WrittenMethod): number =>
    Math.max(
      Date.parse(stored),
      ...payments
        .filter((it) => it.method === id && isAuthorizedOrCaptured(it.status))
        .map(({ begun }) => Date.parse(begun)),
    )
  const others = methods.filter(({ customer, isDetached }) => customer === detached.customer && !isDetached)
  const next = others.toSorted((one, other) => lastUse(other) - lastUse(one)).at(0)
  for (const it of ledger.all.values()) {
    if (it.method === method && it.status !== 'cancelled' && next !== undefined)
      storeSubscription(ledger, { ...it, method: next.id })
  }
}

const notices = ['subscription.renewal_upcoming', 'subscription.trial_ending', 'subscription.period_skipped']

/** Follows what workers did without a charge. That work must have been due. */
export const applyDueWork = (ledger: Ledger, written: WrittenBooks, now: number): void => {
  for (const event of written.events) {
    if (!ledger.touched.has(event.subscription) && !notices.includes(event.type)) {
      processOne(ledger, event, written, now)
    }
  }
}

const processOne = (ledger: Ledger, { subscription }: WrittenEvent, written: WrittenBooks, now: number): void => {
  const it = ledger.all.get(subscription)!
  if (it.status === 'cancelled') return moveCredit(ledger, it, written, now)
  const due = it.status === 'scheduled_for_cancellation' ? it.end : (it.next ?? it.givenUpAt)
  if (due === null || due > now || it.restsUntil > now) {
    ledger.violations.push(`${it.id} was worked off at ${isoTextOf(now)}, and is due ${isoTextOf(due)}.`)
  }
  if (it.status === 'scheduled_for_cancellation' || it.next === null)
    return storeSubscription(ledger, subscriptionAfterEnd(it))
  const owing = onScheduledPlan(withLostMoneyOwed(it, now))
  const owed = owedPeriodOf(owing)
  if (owed.amount === 0) return storeRenewal(ledger, renewalResultOf(owing, owed, now, null))
  // There was no method to charge, which counts as a decline.
  const decline = { now, mayRetry: false, declines: it.declines, begunAt: now }
  storeSubscription(ledger, subscriptionAfterDecline({ ...owing, owed }, ledger.days, decline))
}
