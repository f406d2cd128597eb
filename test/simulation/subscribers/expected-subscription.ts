import type { Credit } from './credit.ts'
import { costOfCycle } from './naive-amounts.ts'
import { type ExpectedDiscount, discountAfterPlanChange, priceWithDiscount } from './naive-discounts.ts'
import { expectedPeriodFrom, type ExpectedPeriod, type Unit } from './naive-calendar.ts'

/** A plan in the quantity in which it is sold; amounts in minor units, for all units together. */
export interface SoldPlan {
  readonly id: string
  readonly quantity: number
  /** The largest quantity in which the plan is sold. */
  readonly quantityMax: number
  readonly unit: Unit
  readonly count: number
  readonly price: number
  readonly currency: string
  /** The smallest sum that the customer's credit may leave to pay, other than 0. */
  readonly smallest: number
  readonly trial: { readonly unit: Unit; readonly count: number; readonly price: number } | null
}

/** The same plan in another quantity. */
export const planInQuantity = ({ price, trial, ...plan }: SoldPlan, quantity: number): SoldPlan => ({
  ...plan,
  quantity,
  price: (price / plan.quantity) * quantity,
  trial: trial && { ...trial, price: (trial.price / plan.quantity) * quantity },
})

/** An owed period. Its price no longer changes, whatever happens to the plan. */
export interface OwedPeriod extends ExpectedPeriod {
  readonly plan: SoldPlan
  /** The discount with which the period is charged; null for none. */
  readonly discount: ExpectedDiscount | null
  readonly amount: number
  /**
   * The credit in minor units that is used when the period is paid, including a remainder that is too small to be charged; if negative, a
   * surcharge.
   */
  readonly credit: number
  /** The part of the price that was too small to be charged. */
  readonly leftover: number
  /** Whether the amount is the price of a whole period. False for a trial, or for the rest of a period after a change. */
  readonly isWhole: boolean
}

/** A subscription as the calculator knows it; times in milliseconds since 1970, amounts in minor units without tax. */
export interface ExpectedSubscription extends ExpectedPeriod, Credit {
  readonly id: string
  readonly customer: string
  readonly status: 'trial' | 'active' | 'past_due' | 'scheduled_for_cancellation' | 'cancelled'
  readonly plan: SoldPlan
  /** The plan to which the subscription changes with its next period; null if no change is scheduled. */
  readonly scheduled: SoldPlan | null
  /** The discounts of the subscription's next charges and of its running period; null for none. */
  readonly discount: ExpectedDiscount | null
  readonly periodDiscount: ExpectedDiscount | null
  readonly trialEnd: number | null
  /** The part of the subscription's debt that earlier charges could not collect, because it was below a step or the minimum. */
  readonly leftover: number
  /** The credit that the charge for the running period used; if negative, that charge collected a surcharge. */
  readonly used: number
  /** The time of the next charge; null if there is none, or if the subscription waits for its customer. */
  readonly next: number | null
  /** The owed period, once a first charge for it was tried. */
  readonly owed: OwedPeriod | null
  /** The next period, if a charge for it was tried before it was known that the running period is unpaid. */
  readonly triedNext: OwedPeriod | null
  /** Whether the running period is owed because its money never arrived. */
  readonly lost: boolean
  /** Whether the running period's money never arrived, even if no worker charges the period any longer. */
  readonly isUnpaid: boolean
  /**
   * The running period's payment, if its money was lost while a change was being paid. If the change fails, the money is owed immediately.
   */
  readonly lostMeanwhile: string | null
  readonly method: string | null
  readonly declines: number
  readonly failures: number
  /** The time of the first decline. */
  readonly since: number | null
  /** The time at which dunning gives up. */
  readonly givenUpAt: number | null
  /** The time before which the subscription is not charged, because it was just charged for a past period. */
  readonly restsUntil: number
}

/** Nothing owed, nothing declined, nothing scheduled. */
export const noDebtOrSchedule = {
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
 * If the server learns only after a trial, or after the rest of a period that a change paid, that its money never arrived, the money is
 * owed in addition to the next charge. If the next charge was tried before, its retry keeps its price, and the charge after it collects the
 * lost money.
 */
export const withLostMoneyOwed = (it: ExpectedSubscription, now: number): ExpectedSubscription =>
  it.lost && !it.owed!.isWhole && it.end <= now
    ? { ...it, owed: it.triedNext, lost: false, isUnpaid: false, paidBy: null, balance: it.balance - it.owed!.amount }
    : it

/**
 * Whether the next period is the one owed, because a charge for it was tried; its price then no longer changes. False while the running
 * period is owed, even if the next was tried before.
 */
export const hasTriedNext = (it: ExpectedSubscription): boolean =>
  it.owed !== null && !it.lost && it.owed.start === it.end

/**
 * A subscription on the plan for which its next charge is made: the scheduled plan, unless the charge is for the running period or was
 * tried before.
 */
export const onScheduledPlan = (it: ExpectedSubscription): ExpectedSubscription =>
  it.scheduled === null || it.lost || hasTriedNext(it)
    ? it
    : { ...subscriptionOnPlan(it, it.scheduled), scheduled: null }

/** A subscription on another plan, with the discounts that remain. A discount that a change has ended never comes back. */
export const subscriptionOnPlan = (it: ExpectedSubscription, plan: SoldPlan): ExpectedSubscription => ({
  ...it,
  plan,
  discount: discountAfterPlanChange(it.discount, it.plan, plan),
  periodDiscount: discountAfterPlanChange(it.periodDiscount, it.plan, plan),
})

/** The period that a subscription owes: the next one, or the running period if its money never arrived. */
export const owedPeriodOf = (it: ExpectedSubscription): OwedPeriod => {
  if (it.owed !== null && (it.lost || it.owed.start === it.end)) return it.owed
  const { plan, discount } = it
  const { net, due, balance } = costOfCycle({ ...plan, price: priceWithDiscount(discount, plan) }, it.balance, 'left')
  return {
    ...expectedPeriodFrom(it.anchor, it.end, plan.unit, plan.count),
    plan,
    discount,
    amount: due,
    credit: it.balance - balance,
    leftover: net - due,
    isWhole: true,
  }
}
