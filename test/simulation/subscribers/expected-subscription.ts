import type { Credit } from './credit.ts'
import { startWith } from './naive-amounts.ts'
import { type ExpectedDiscount, onPlan, priceWith } from './naive-discounts.ts'
import { stretchFrom, type Stretch, type Unit } from './naive-calendar.ts'

/** A plan as it is sold in a quantity; amounts in minor units, for all units together. */
export interface SoldPlan {
  readonly id: string
  readonly quantity: number
  /** The largest quantity that it is sold in. */
  readonly quantityMax: number
  readonly unit: Unit
  readonly count: number
  readonly price: number
  readonly currency: string
  /** The smallest sum that is left to pay after credit of the customer, unless nothing is. */
  readonly smallest: number
  readonly trial: { readonly unit: Unit; readonly count: number; readonly price: number } | null
}

/** The same plan in another quantity. */
export const inQuantity = ({ price, trial, ...plan }: SoldPlan, quantity: number): SoldPlan => ({
  ...plan,
  quantity,
  price: (price / plan.quantity) * quantity,
  trial: trial && { ...trial, price: (trial.price / plan.quantity) * quantity },
})

/** A period that is owed: its price does not change any more, whatever becomes of the plan. */
export interface Owed extends Stretch {
  readonly plan: SoldPlan
  /** The discount that it is charged with; null: none. */
  readonly discount: ExpectedDiscount | null
  readonly amount: number
  /** Minor units of credit that are used up when it is paid, with what cannot be charged now; below zero a surcharge is. */
  readonly credit: number
  /** The part of it that could not be charged. */
  readonly leftover: number
  /** Whether it is the price of a whole period: a trial's, or the rest of a change's, is not. */
  readonly isWhole: boolean
}

/** What the calculator knows of a subscription; moments in milliseconds since 1970, amounts in minor units, no tax. */
export interface ExpectedSubscription extends Stretch, Credit {
  readonly id: string
  readonly customer: string
  readonly status: 'trial' | 'active' | 'past_due' | 'scheduled_for_cancellation' | 'cancelled'
  readonly plan: SoldPlan
  /** The plan that it changes to with its next period; null if it keeps its own. */
  readonly scheduled: SoldPlan | null
  /** The discount of its next charges, and the one of its running period; null: none. */
  readonly discount: ExpectedDiscount | null
  readonly periodDiscount: ExpectedDiscount | null
  readonly trialEnd: number | null
  /** The part of a debt that the charges until now have left, because it could not be charged. */
  readonly leftover: number
  /** What the charge for the running period used of the credit; below zero it collected a surcharge. */
  readonly used: number
  /** When it is charged next; null if it is not, or waits for its customer. */
  readonly next: number | null
  /** The period that is owed, once a charge for it has been tried. */
  readonly owed: Owed | null
  /** The next period as a charge has tried to pay for it before the running period was known to be unpaid. */
  readonly triedNext: Owed | null
  /** Whether what is owed is the running period, because its money never came. */
  readonly lost: boolean
  /** Whether the running period is owed because its money never came, even if no worker tries to charge it any more. */
  readonly isUnpaid: boolean
  /** The period's payment, if its money was lost while a change was being paid, and is owed at once if that change fails. */
  readonly lostMeanwhile: string | null
  readonly method: string | null
  readonly declines: number
  readonly failures: number
  /** The first decline. */
  readonly since: number | null
  /** When it is given up, whatever happens. */
  readonly givenUpAt: number | null
  /** Not charged before, because it was charged a moment ago for a period that is over. */
  readonly restsUntil: number
}

/** Nothing owed, nothing declined, nothing scheduled. */
export const untroubled = {
  scheduled: null,
  owed: null,
  triedNext: null,
  lostMeanwhile: null,
  lost: false,
  declines: 0,
  failures: 0,
  since: null,
  givenUpAt: null,
  restsUntil: 0,
} as const

/**
 * A trial, or the rest of a change, whose money never came until it was over, is owed in addition to what comes next. If a charge for that was
 * tried before, the retry has its price, and the charge after it collects the rest.
 */
export const owingBeside = (it: ExpectedSubscription, now: number): ExpectedSubscription =>
  it.lost && !it.owed!.isWhole && it.end <= now
    ? { ...it, owed: it.triedNext, lost: false, isUnpaid: false, paidBy: null, balance: it.balance - it.owed!.amount }
    : it

/** Whether a charge for the next period was tried, so that its price does not change any more. */
export const hasTriedNext = (it: ExpectedSubscription): boolean =>
  it.owed !== null && !it.lost && it.owed.start === it.end

/** A subscription whose next charge is made now: a charge for its next period is for the scheduled plan. */
export const changedAsScheduled = (it: ExpectedSubscription): ExpectedSubscription =>
  it.scheduled === null || it.lost || hasTriedNext(it) ? it : { ...changedTo(it, it.scheduled), scheduled: null }

/** A subscription on another plan, with the discounts that are left: one that a change has ended never comes back. */
export const changedTo = (it: ExpectedSubscription, plan: SoldPlan): ExpectedSubscription => ({
  ...it,
  plan,
  discount: onPlan(it.discount, it.plan, plan),
  periodDiscount: onPlan(it.periodDiscount, it.plan, plan),
})

/** What a subscription owes for its next period, or for the one whose money never came. */
export const owedBy = (it: ExpectedSubscription): Owed => {
  if (it.owed !== null && (it.lost || it.owed.start === it.end)) return it.owed
  const { plan, discount } = it
  const { net, due, balance } = startWith({ ...plan, price: priceWith(discount, plan) }, it.balance, 'left')
  return {
    ...stretchFrom(it.anchor, it.end, plan.unit, plan.count),
    plan,
    discount,
    amount: due,
    credit: it.balance - balance,
    leftover: net - due,
    isWhole: true,
  }
}
