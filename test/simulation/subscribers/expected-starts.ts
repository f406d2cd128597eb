import { withEntry } from './credit.ts'
import type { SpentCredit } from './customer-credit.ts'
import { type Quote, withCarriedBalance } from './expected-changes.ts'
import { type ExpectedSubscription, type SoldPlan, noDebtOrSchedule } from './expected-subscription.ts'
import { addUnits } from './naive-calendar.ts'
import { discountAfterPaidPeriod, type ExpectedDiscount, priceWithDiscount } from './naive-discounts.ts'

/** How a cycle that starts at a time is paid. */
interface PaidStart {
  readonly at: number
  readonly paid: number
  readonly paidBy: string | null
  /** The customer's credit that the cycle spends. */
  readonly spent: readonly SpentCredit[]
}

/** Adds to a subscription's balance the customer's credit that the new cycle spends, less credit that was meanwhile taken back. */
const withSpent = <It extends Pick<ExpectedSubscription, 'balance' | 'entries' | 'lostCredit'>>(
  it: It,
  spent: readonly SpentCredit[],
): It => {
  const takenBack = spent.reduce((sum, each) => sum + each.takenBack, 0)
  return {
    ...it,
    balance: it.balance + spent.reduce((sum, { amount }) => sum + amount, 0) - takenBack,
    entries: spent.reduce((all, { source, ...use }) => withEntry(all, source, use.amount - use.takenBack), it.entries),
    lostCredit: it.lostCredit || takenBack > 0,
  }
}

/**
 * A subscription whose new cycle starts at a time, paid by a payment or by credit alone. Credit is counted when the payment is made: if
 * money went back after the quote, it is owed with the next charge.
 */
export const subscriptionAfterRestart = (
  before: ExpectedSubscription,
  plan: SoldPlan,
  quote: Quote,
  { at, paid, paidBy, spent }: PaidStart,
): ExpectedSubscription => {
  const it = withSpent({ ...withCarriedBalance(before, quote), lostCredit: false }, spent)
  const end = addUnits(at, plan.unit, plan.count)
  const cost = priceWithDiscount(quote.discount, plan)
  const balance = it.balance - (cost - paid)
  return {
    ...it,
    ...noDebtOrSchedule,
    status: 'active',
    plan,
    anchor: at,
    start: at,
    end,
    next: end,
    trialEnd: null,
    discount: discountAfterPaidPeriod(quote.discount),
    periodDiscount: quote.discount,
    cost,
    paid: Math.min(paid, cost),
    balance,
    used: cost - paid,
    isUnpaid: false,
    collectedLater: 0,
    // A free change has no charge, so no remainder is left.
    leftover: paidBy === null ? 0 : quote.start.net - quote.start.due,
    paidBy,
  }
}

interface Opening extends Omit<PaidStart, 'at' | 'paidBy'> {
  readonly start: number
  readonly discount: ExpectedDiscount | null
  /** The remainder of the first charge that was too small to be charged. */
  readonly leftover: number
}

/** A subscription that starts at a time, with or without a trial. */
export const newSubscription = (
  plan: SoldPlan,
  withTrial: boolean,
  { start, paid, spent, discount, leftover }: Opening,
): Omit<ExpectedSubscription, 'id' | 'customer' | 'paidBy' | 'method'> => {
  const trial = withTrial ? plan.trial : null
  const { unit, count } = trial ?? plan
  const end = addUnits(start, unit, count)
  const price = trial ? trial.price : priceWithDiscount(discount, plan)
  return withSpent(
    {
      ...noDebtOrSchedule,
      status: trial ? 'trial' : 'active',
      plan,
      anchor: trial ? end : start,
      start,
      end,
      next: end,
      trialEnd: trial ? end : null,
      cost: price,
      paid,
      balance: paid - price,
      used: price - paid,
      leftover,
      // A trial is not discounted, and uses no period of a discount.
      discount: trial ? discount : discountAfterPaidPeriod(discount),
      periodDiscount: trial ? null : discount,
      entries: [],
      collectedLater: 0,
      lostCredit: false,
      isUnpaid: false,
    },
    spent,
  )
}
