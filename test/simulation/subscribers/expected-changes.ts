import { exchangeRest } from './credit.ts'
import { expectedPeriodFrom } from './naive-calendar.ts'
import { type ExpectedDiscount, discountAfterPlanChange, priceWithDiscount } from './naive-discounts.ts'
import { balanceOnReturn, type CycleCost, costOfCycle } from './naive-amounts.ts'
import { secondsLeft, secondsBetween, proportionalShare } from './naive-shares.ts'
import { subscriptionAfterEnd } from './expected-renewals.ts'
import { subscriptionOnPlan, type ExpectedSubscription, type SoldPlan } from './expected-subscription.ts'

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

/** What a subscriber takes from the running period into a cycle that starts now, and what the cycle costs. */
export interface Quote {
  readonly at: number
  /** Whether the rest of the running period becomes credit. */
  readonly isExchanged: boolean
  /**
   * Further credit: the credit that a written-off period had used, and amounts below a chargeable step that are no longer owed after a
   * cancellation.
   */
  readonly more: number
  /** The discount of the new cycle's first period; null for none. */
  readonly discount: ExpectedDiscount | null
  /** The cost of the new cycle. */
  readonly start: CycleCost
}

/**
 * Quotes a change that is charged now. If the change is prorated, the unused rest of the running period becomes credit. A past-due or
 * cancelled subscription gets no such credit.
 */
export const quoteChange = (
  it: ExpectedSubscription,
  plan: SoldPlan,
  { mode, at, creditOfCustomer }: { readonly mode: Mode; readonly at: number; readonly creditOfCustomer: number },
): Quote => {
  const earns = it.status !== 'past_due' && it.status !== 'cancelled'
  const brought = bringing(it, at, mode === 'prorated_immediately' && earns)
  // If the subscription has no method, the payment for the change verifies a new method, so the customer's credit is not spent.
  const more = it.method === null ? 0 : creditOfCustomer
  const discount = discountAfterPlanChange(it.discount, it.plan, plan)
  const priced = { ...plan, price: priceWithDiscount(discount, plan) }
  return { ...brought, discount, start: costOfCycle(priced, balanceOf(it, brought), 'charged', more) }
}

/**
 * Quotes restarting a subscription on its plan. A cancelled subscription gets credit for unused time, if the money for that time arrived.
 * Until the time is over, the subscription also owes remainders that earlier charges could not collect.
 */
export const quoteReturn = (
  it: ExpectedSubscription,
  { at, now, creditOfCustomer }: { readonly at: number; readonly now: number; readonly creditOfCustomer: number },
): Quote => {
  const brought = bringing(it, at, it.status === 'cancelled' && !it.isUnpaid && at < it.end)
  // Recovering a past-due subscription pays a renewal. That is no purchase, so it spends no credit of the customer.
  const returns = it.status === 'cancelled' || (it.status === 'scheduled_for_cancellation' && it.end <= now)
  const { discount, plan } = it
  const priced = { ...plan, price: priceWithDiscount(discount, plan) }
  const start = costOfCycle(priced, balanceOf(it, brought), 'left', returns ? creditOfCustomer : 0)
  return { ...brought, discount, start }
}

type Brought = Omit<Quote, 'start' | 'discount'>

/**
 * What a subscription takes into a new cycle. If the cycle replaces an owed period, that period is written off, and the credit that its
 * charge had used is available again.
 */
const bringing = (it: ExpectedSubscription, at: number, isExchanged: boolean): Brought => {
  if (isExchanged) return { at, isExchanged, more: 0 }
  const balance = it.balance + (it.isUnpaid ? it.used : 0)
  return { at, isExchanged, more: balanceOnReturn({ ...it, balance }) - it.balance }
}

/** A subscription with the credit or debt that it takes into a new cycle. */
export const withCarriedBalance = (
  it: ExpectedSubscription,
  { at, isExchanged, more }: Brought,
): ExpectedSubscription => (isExchanged ? exchangeRest(it, at) : { ...it, balance: it.balance + more })

const balanceOf = (it: ExpectedSubscription, brought: Brought): number => withCarriedBalance(it, brought).balance

/** Whether a change that is billed later exchanges the rest of the running period: if the period is paid and no other charge is owed. */
export const exchangesForLater = (it: ExpectedSubscription, mode: Mode, at: number): boolean => {
  const runs = it.status === 'active' || it.status === 'scheduled_for_cancellation'
  // While a charge is being retried, nothing is exchanged: the retry charges its own full price. A lost sum that is owed in addition to the
  // next charge does not prevent an exchange.
  const isBeside = it.lost && !it.owed!.isWhole && it.end <= (it.next ?? at)
  return mode === 'prorated_next_billing_period' && runs && (it.owed === null || isBeside)
}

/**
 * A subscription after a change that is charged later or never, so its period keeps its dates. If the change is for the end of the period,
 * the plan also stays until then.
 */
export const subscriptionAfterLaterChange = (
  it: ExpectedSubscription,
  plan: SoldPlan,
  mode: Mode,
  at: number,
): ExpectedSubscription => {
  if (mode === 'at_period_end') return { ...it, scheduled: plan }
  if (!exchangesForLater(it, mode, at)) return { ...subscriptionOnPlan(it, plan), scheduled: null }
  // The price is for one interval from the start of the running period, so a change to the same plan costs nothing.
  const interval = expectedPeriodFrom(it.anchor, it.start, plan.unit, plan.count)
  const periodDiscount = discountAfterPlanChange(it.periodDiscount, it.plan, plan)
  const price = priceWithDiscount(periodDiscount, plan)
  const costOf = (part: number) => proportionalShare(price, part, secondsBetween(it.start, interval.end))
  const exchanged = exchangeRest(it, at)
  const ofRest = costOf(secondsLeft(it.start, it.end, at))
  return {
    ...subscriptionOnPlan(exchanged, plan),
    scheduled: null,
    balance: exchanged.balance - ofRest,
    // The next charge no longer collects an old price for the remaining time.
    collectedLater: Math.max(it.collectedLater - (exchanged.balance - it.balance), 0) + ofRest,
    cost: costOf(secondsBetween(it.start, it.end)),
    paid: 0,
  }
}

/** A status that a caller requests. */
export type RequestedStatus = 'active' | 'cancelled' | 'scheduled_for_cancellation'

/**
 * The result of a requested status: the changed subscription, the unchanged subscription if it has that status (a trial counts as active),
 * `charge` if continuing costs money, or `invalid`.
 */
export const statusRequestResult = (
  it: ExpectedSubscription,
  status: RequestedStatus,
  now: number,
  isPaidFor: boolean,
): ExpectedSubscription | 'charge' | 'invalid' => {
  if (status === it.status) return it
  if (status === 'cancelled') return subscriptionAfterEnd(it)
  if (status === 'scheduled_for_cancellation') {
    if (it.status === 'cancelled') return 'invalid'
    // If the paid period is over already, or its money never arrived, the subscription ends immediately.
    if (it.end <= now || it.lost) return subscriptionAfterEnd(it)
    return { ...subscriptionAfterEnd(it), status }
  }
  if (it.status === 'trial') return it
  if (it.status === 'past_due') return 'invalid'
  const inTrial = it.trialEnd !== null && it.trialEnd > now
  if (it.end <= now || (it.status === 'cancelled' && !isPaidFor)) return 'charge'
  return { ...it, status: inTrial ? 'trial' : 'active', next: it.end }
}

/** How many of a period's seconds are left, and how many it has, for money that returns after a change exchanged the rest of the period. */
export const remainingShareAt = ({ start, end }: ExpectedSubscription, at: number) => ({
  part: secondsLeft(start, end, at),
  whole: secondsBetween(start, end),
})
