import { carriedBehind } from './behind.ts'
import { later, stretchFrom } from './naive-calendar.ts'
import { onReturn, type Start, startWith } from './naive-amounts.ts'
import { left, seconds, share, unused } from './naive-shares.ts'
import { ended } from './expected-renewals.ts'
import { type ExpectedSubscription, type SoldPlan, untroubled } from './expected-subscription.ts'

/** How a plan change is billed. */
export const modes = [
  'prorated_immediately',
  'full_immediately',
  'do_not_bill',
  'full_next_billing_period',
  'prorated_next_billing_period',
] as const
/** One of the modes. */
export type Mode = (typeof modes)[number]

/** What a change that is charged now costs. Past due and cancelled subscriptions have no time left that is worth money. */
export const changedNow = (it: ExpectedSubscription, plan: SoldPlan, mode: Mode, at: number): Start => {
  const earns = it.status !== 'past_due' && it.status !== 'cancelled'
  const credit = mode === 'prorated_immediately' && earns ? unused(it.cost, it.start, it.end, at) : 0
  return startWith(plan, onReturn(it) + credit, 'charged')
}

/**
 * What starting it again on its plan costs. Who was cancelled gets credit for the time they have not used, as far as its money came and
 * is still there; until that time is over they owe what was left of charges, too.
 */
export const returned = (it: ExpectedSubscription, lost: boolean, at: number): Start => {
  const hasTimeLeft = it.status === 'cancelled' && !lost && at < it.end
  const credit = hasTimeLeft ? it.balance + unused(it.cost, it.start, it.end, at) : onReturn(it)
  return startWith(it.plan, credit, 'left')
}

/** A change that is charged later, or never: the dates stay. */
export const changedLater = (
  it: ExpectedSubscription,
  plan: SoldPlan,
  mode: Mode,
  at: number,
): ExpectedSubscription => {
  const runs = it.status === 'active' || it.status === 'scheduled_for_cancellation'
  // What is tried again is paid in full at its own price; what is only owed beside the next charge changes nothing.
  const isBeside = it.lost && !it.owed!.isWhole && it.end <= (it.next ?? at)
  const exchanges = runs && (it.owed === null || isBeside)
  if (mode !== 'prorated_next_billing_period' || !exchanges) return { ...it, plan }
  // The price is for as long as one interval from where the running period began: the same plan again costs nothing more.
  const interval = stretchFrom(it.anchor, it.start, plan.unit, plan.count)
  const costOf = (part: number) => share(plan.price, part, seconds(it.start, interval.end))
  return {
    ...it,
    plan,
    balance: it.balance + unused(it.cost, it.start, it.end, at) - costOf(left(it.start, it.end, at)),
    cost: costOf(seconds(it.start, it.end)),
  }
}

/** A cycle that starts at a moment, paid for by a payment or by credit alone. */
export const restarted = (
  it: ExpectedSubscription,
  plan: SoldPlan,
  at: number,
  { due, net, balance, paidBy }: Start & { readonly paidBy: string | null },
): ExpectedSubscription => {
  const end = later(at, plan.unit, plan.count)
  return {
    ...it,
    ...untroubled,
    status: 'active',
    plan,
    anchor: at,
    start: at,
    end,
    next: end,
    trialEnd: null,
    cost: plan.price,
    balance,
    isCut: false,
    // A change that is free leaves nothing of a charge.
    leftover: paidBy === null ? 0 : net - due,
    behind: carriedBehind(it, plan.price - due + balance),
    paidBy,
  }
}

/** A subscription as it begins at a moment, with a trial or without. */
export const opened = (
  plan: SoldPlan,
  withTrial: boolean,
  start: number,
): Omit<ExpectedSubscription, 'id' | 'customer' | 'paidBy' | 'method'> => {
  const trial = withTrial ? plan.trial : null
  const { unit, count } = trial ?? plan
  const end = later(start, unit, count)
  return {
    ...untroubled,
    status: trial ? 'trial' : 'active',
    plan,
    anchor: trial ? end : start,
    start,
    end,
    next: end,
    trialEnd: trial ? end : null,
    cost: (trial ?? plan).price,
    balance: 0,
    leftover: 0,
    behind: [],
    isCut: false,
  }
}

/** A status that somebody asks for. */
export type Asked = 'active' | 'cancelled' | 'scheduled_for_cancellation'

/**
 * A subscription that is asked to take a status: changed, the same where it has that status, `charge` where going on costs
 * money, or `unlawful`.
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
