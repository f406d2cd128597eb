import { noteChange } from './begin-payment.ts'
import type { Cause } from './cause.ts'
import { iso } from './differences.ts'
import type { Written, WrittenEvent, WrittenMethod } from './history.ts'
import { isPaid, leavePeriod, type Ledger, put, putRenewed, reach } from './ledger.ts'
import { quoteOf } from './quote-of.ts'
import { creditLeft, holdCredit, spendCredit } from './customer-credit.ts'
import { asked, changedLater, exchangesForLater, quoteChange, restAt } from './expected-changes.ts'
import { restarted } from './expected-starts.ts'
import { declined, ended, renewed } from './expected-renewals.ts'
import { isPaidFor, moveCredit } from './move-credit.ts'
import {
  changedAsScheduled,
  changedTo,
  inQuantity,
  hasTriedNext,
  owedBy,
  addingLostRest,
  type ExpectedSubscription,
} from './expected-subscription.ts'

/** Applies a requested change that charged nothing to the ledger. Notes a violation if it was not allowed or not free. */
export const carryOut = (ledger: Ledger, cause: Cause, written: Written, now: number): void => {
  if (cause.kind === 'detach') return carryOutDetachment(ledger, cause.method, written)
  if (cause.kind !== 'ask' && cause.kind !== 'change' && cause.kind !== 'undo') return
  const it = ledger.all.get(cause.subscription)
  const hasChanged = written.events.some(({ subscription }) => subscription === cause.subscription)
  if (it === undefined || !hasChanged || ledger.touched.has(it.id)) return
  if (cause.kind === 'ask') return carryOutStatus(ledger, cause, it, { written, now })
  if (cause.kind === 'undo') {
    reach(ledger, 'a scheduled change was taken back')
    return put(ledger, { ...it, scheduled: null })
  }
  const plan = inQuantity(ledger.plans.get(cause.plan)!, cause.quantity)
  const { mode, at } = quoteOf(cause, now)
  if (mode === 'at_period_end') noteScheduled(ledger, it)
  if (!mode.endsWith('_immediately')) {
    if (exchangesForLater(it, mode, at)) leavePeriod(ledger, it.id, restAt(it, at))
    const after = changedLater(it, plan, mode, at)
    if (mode !== 'at_period_end') noteChange(ledger, it, plan, after.discount)
    if (it.plan.quantity !== plan.quantity)
      reach(
        ledger,
        mode === 'at_period_end' ? 'a quantity changed at the end of the period' : 'a quantity changed later',
      )
    return put(ledger, after)
  }
  const owner = { customer: it.customer, currency: plan.currency }
  const quote = quoteChange(it, plan, { mode, at, creditOfCustomer: creditLeft(ledger, owner) })
  if (quote.start.due > 0) ledger.violations.push(`${it.id} changed its plan without paying ${quote.start.due}.`)
  leavePeriod(ledger, it.id, quote.isExchanged ? restAt(it, at) : 'over')
  const spender = `change of ${it.id} at ${iso(now)}`
  if (quote.start.spent > 0) reach(ledger, 'credit of a customer was spent')
  holdCredit(ledger, owner, spender, quote.start.spent)
  put(ledger, restarted(it, plan, quote, { at: now, paid: 0, paidBy: null, spent: spendCredit(ledger, spender) }))
}

const noteScheduled = (ledger: Ledger, it: ExpectedSubscription): void => {
  reach(ledger, 'a change was scheduled')
  if ((it.status !== 'trial' && it.status !== 'active') || hasTriedNext(it))
    ledger.violations.push(`${it.id} was ${it.status}, and a change of its plan was scheduled.`)
}

const carryOutStatus = (
  ledger: Ledger,
  { status, plan: named }: Extract<Cause, { kind: 'ask' }>,
  it: ExpectedSubscription,
  { written, now }: { readonly written: Written; readonly now: number },
): void => {
  // A request that names the subscription's current plan changes nothing.
  const plan = named === null || (named.id === it.plan.id && named.quantity === it.plan.quantity) ? null : named
  const after = status === null ? it : asked(it, status, now, isPaidFor(it, written.payments))
  if (after === 'charge' || after === 'invalid') {
    ledger.violations.push(`${it.id} was ${it.status} and became ${status}; that is ${after}.`)
    return
  }
  if (plan !== null && (after.status === 'cancelled' || after.status === 'scheduled_for_cancellation')) {
    ledger.violations.push(`${it.id} changed its plan while ${after.status}.`)
  }
  if (plan === null) return put(ledger, after)
  const changed = changedTo(after, inQuantity(ledger.plans.get(plan.id)!, plan.quantity))
  noteChange(ledger, it, changed.plan, changed.discount)
  put(ledger, { ...changed, scheduled: null })
}

/**
 * After a detachment, subscriptions use another method of their customer: the method that was last used, or a method that was stored later.
 */
const carryOutDetachment = (ledger: Ledger, method: string, { methods, payments }: Written): void => {
  const detached = methods.find(({ id }) => id === method)
  if (detached === undefined || !detached.isDetached || ledger.detached.has(method)) return
  ledger.detached.add(method)
  const lastUse = ({ id, stored }: WrittenMethod): number =>
    Math.max(
      Date.parse(stored),
      ...payments.filter((it) => it.method === id && isPaid(it.status)).map(({ begun }) => Date.parse(begun)),
    )
  const others = methods.filter(({ customer, isDetached }) => customer === detached.customer && !isDetached)
  const next = others.toSorted((one, other) => lastUse(other) - lastUse(one)).at(0)
  for (const it of ledger.all.values()) {
    if (it.method === method && it.status !== 'cancelled' && next !== undefined) put(ledger, { ...it, method: next.id })
  }
}

const notices = ['subscription.renewal_upcoming', 'subscription.trial_ending', 'subscription.period_skipped']

/** Follows what workers did without a charge. That work must have been due. */
export const processDue = (ledger: Ledger, written: Written, now: number): void => {
  for (const event of written.events) {
    if (!ledger.touched.has(event.subscription) && !notices.includes(event.type)) {
      processOne(ledger, event, written, now)
    }
  }
}

const processOne = (ledger: Ledger, { subscription }: WrittenEvent, written: Written, now: number): void => {
  const it = ledger.all.get(subscription)!
  if (it.status === 'cancelled') return moveCredit(ledger, it, written, now)
  const due = it.status === 'scheduled_for_cancellation' ? it.end : (it.next ?? it.givenUpAt)
  if (due === null || due > now || it.restsUntil > now) {
    ledger.violations.push(`${it.id} was worked off at ${iso(now)}, and is due ${iso(due)}.`)
  }
  if (it.status === 'scheduled_for_cancellation' || it.next === null) return put(ledger, ended(it))
  const owing = changedAsScheduled(addingLostRest(it, now))
  const owed = owedBy(owing)
  if (owed.amount === 0) return putRenewed(ledger, renewed(owing, owed, now, null))
  // There was no method to charge, which counts as a decline.
  const decline = { now, mayRetry: false, declines: it.declines, begunAt: now }
  put(ledger, declined({ ...owing, owed }, ledger.days, decline))
}
