import { exchangeRest } from './credit.ts'
import { stretchFrom } from './naive-calendar.ts'
import { type ExpectedDiscount, onPlan, priceWith } from './naive-discounts.ts'
import { onReturn, type Start, startWith } from './naive-amounts.ts'
import { left, seconds, share } from './naive-shares.ts'
import { ended } from './expected-renewals.ts'
import { changedTo, type ExpectedSubscription, type SoldPlan } from './expected-subscription.ts'

/** How a plan change is billed. */
export const modes = [
  'prorated_immediately',
  'full_immediately',
  'do_not_bill',
  'full_next_billing_period',
  'prorated_next_billing_period',
  'at_period_end',
] as const
/** One of the modes. */
export type Mode = (typeof modes)[number]

/** What a subscriber brings into a cycle that they begin now. */
export interface Quote {
  readonly at: number
  /** Whether the rest of the running period becomes credit. */
  readonly isExchanged: boolean
  /** What else they have more than before: what a period that is written off had used, and debts that end with a subscription. */
  readonly more: number
  /** The discount of that cycle's first period; null: none. */
  readonly discount: ExpectedDiscount | null
  /** What that cycle costs. */
  readonly start: Start
}

/**
 * A change that is charged now. The rest of the running period becomes credit where the change is prorated and the period is paid
 * for: of past due and cancelled subscriptions it is not.
 */
export const quoteChange = (
  it: ExpectedSubscription,
  plan: SoldPlan,
  { mode, at, creditOfCustomer }: { readonly mode: Mode; readonly at: number; readonly creditOfCustomer: number },
): Quote => {
  const earns = it.status !== 'past_due' && it.status !== 'cancelled'
  const brought = bringing(it, at, mode === 'prorated_immediately' && earns)
  // Without a method the change is paid by a payment that verifies one.
  const more = it.method === null ? 0 : creditOfCustomer
  const discount = onPlan(it.discount, it.plan, plan)
  const priced = { ...plan, price: priceWith(discount, plan) }
  return { ...brought, discount, start: startWith(priced, balanceOf(it, brought), 'charged', more) }
}

/**
 * Starting it again on its plan. Who was cancelled gets credit for the time they have not used, as far as its money came and is still
 * there; until that time is over they owe what was left of charges, too.
 */
export const quoteReturn = (
  it: ExpectedSubscription,
  { at, now, creditOfCustomer }: { readonly at: number; readonly now: number; readonly creditOfCustomer: number },
): Quote => {
  const brought = bringing(it, at, it.status === 'cancelled' && !it.isUnpaid && at < it.end)
  // Who is past due pays a renewal, and buys nothing.
  const returns = it.status === 'cancelled' || (it.status === 'scheduled_for_cancellation' && it.end <= now)
  const { discount, plan } = it
  const priced = { ...plan, price: priceWith(discount, plan) }
  const start = startWith(priced, balanceOf(it, brought), 'left', returns ? creditOfCustomer : 0)
  return { ...brought, discount, start }
}

type Brought = Omit<Quote, 'start' | 'discount'>

/** A period that is owed is written off when another is begun in its place: what its charge had used is there again. */
const bringing = (it: ExpectedSubscription, at: number, isExchanged: boolean): Brought => {
  if (isExchanged) return { at, isExchanged, more: 0 }
  const balance = it.balance + (it.isUnpaid ? it.used : 0)
  return { at, isExchanged, more: onReturn({ ...it, balance }) - it.balance }
}

/** A subscription with what it brings into a new cycle. */
export const withBrought = (it: ExpectedSubscription, { at, isExchanged, more }: Brought): ExpectedSubscription =>
  isExchanged ? exchangeRest(it, at) : { ...it, balance: it.balance + more }

const balanceOf = (it: ExpectedSubscription, brought: Brought): number => withBrought(it, brought).balance

/** Whether a change for later exchanges the rest of the running period: a period that is paid, while no other charge is owed. */
export const exchangesForLater = (it: ExpectedSubscription, mode: Mode, at: number): boolean => {
  const runs = it.status === 'active' || it.status === 'scheduled_for_cancellation'
  // A retried charge is paid in full at its own price; a sum that is only owed with the next charge changes nothing.
  const isBeside = it.lost && !it.owed!.isWhole && it.end <= (it.next ?? at)
  return mode === 'prorated_next_billing_period' && runs && (it.owed === null || isBeside)
}

/** A change that is charged later, or never: the dates stay. At the end of the period, the plan does until then, too. */
export const changedLater = (
  it: ExpectedSubscription,
  plan: SoldPlan,
  mode: Mode,
  at: number,
): ExpectedSubscription => {
  if (mode === 'at_period_end') return { ...it, scheduled: plan }
  if (!exchangesForLater(it, mode, at)) return { ...changedTo(it, plan), scheduled: null }
  // The price is for as long as one interval from where the running period began: the same plan again costs nothing more.
  const interval = stretchFrom(it.anchor, it.start, plan.unit, plan.count)
  const periodDiscount = onPlan(it.periodDiscount, it.plan, plan)
  const price = priceWith(periodDiscount, plan)
  const costOf = (part: number) => share(price, part, seconds(it.start, interval.end))
  const exchanged = exchangeRest(it, at)
  const ofRest = costOf(left(it.start, it.end, at))
  return {
    ...changedTo(exchanged, plan),
    scheduled: null,
    balance: exchanged.balance - ofRest,
    // What the rest cost until now is not collected if it was to be collected later, too.
    collectedLater: Math.max(it.collectedLater - (exchanged.balance - it.balance), 0) + ofRest,
    cost: costOf(seconds(it.start, it.end)),
    paid: 0,
  }
}

/** A status that a caller requests. */
export type Asked = 'active' | 'cancelled' | 'scheduled_for_cancellation'

/**
 * A request to give a subscription a status: changed, the same if it has that status, `charge` if continuing costs
 * money, or `invalid`.
 */
export const asked = (
  it: ExpectedSubscription,
  status: Asked,
  now: number,
  isPaidFor: boolean,
): ExpectedSubscription | 'charge' | 'invalid' => {
  if (status === it.status) return it
  if (status === 'cancelled') return ended(it)
  if (status === 'scheduled_for_cancellation') {
    if (it.status === 'cancelled') return 'invalid'
    // What is paid for may be over already, or was never paid for.
    if (it.end <= now || it.lost) return ended(it)
    return { ...ended(it), status }
  }
  if (it.status === 'trial') return it
  if (it.status === 'past_due') return 'invalid'
  const inTrial = it.trialEnd !== null && it.trialEnd > now
  if (it.end <= now || (it.status === 'cancelled' && !isPaidFor)) return 'charge'
  return { ...it, status: inTrial ? 'trial' : 'active', next: it.end }
}

/** What the rest of a period is of all of it, for money that comes back when it has been exchanged. */
export const restAt = ({ start, end }: ExpectedSubscription, at: number) => ({
  part: left(start, end, at),
  whole: seconds(start, end),
})
