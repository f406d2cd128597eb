import type { IntervalUnit, RevenueMovement, SubscriptionStatus } from '@billing-checkout/contract'
import { type Rational, roundHalfAwayFromZero } from '../money/rational.ts'
import { taxOn, type TaxRule } from '../tax/tax-on.ts'
import { amountOff, type DiscountOff } from '../discount/discount-terms.ts'

/** The recurring terms of a subscription: the price of one unit in minor units, the quantity, the discount, the interval, and the tax. */
export interface RecurringTerms {
  readonly unitPrice: number
  readonly quantity: number
  readonly off: DiscountOff | null
  readonly interval: IntervalUnit
  readonly intervalCount: number
  /** The tax rule of the subscription; null: no tax is collected. */
  readonly tax: TaxRule | null
}

/**
 * The revenue of a subscription in an average month, in minor units: its discounted price without tax, spread over the months of its
 * interval. Rounded once, half away from zero.
 */
export const monthlyRevenue = ({ unitPrice, quantity, off, interval, intervalCount, tax }: RecurringTerms): number => {
  const price = unitPrice * quantity
  const discounted = price - (off === null ? 0 : amountOff(price, off))
  const net = tax?.behavior === 'inclusive' ? discounted - taxOn(discounted, tax) : discounted
  const { numerator, denominator } = perMonth[interval]
  return Number(
    roundHalfAwayFromZero({
      numerator: BigInt(net) * numerator,
      denominator: denominator * BigInt(intervalCount),
    }),
  )
}

/** How many days, months or years an average month has: a twelfth of a year of 365.25 days. */
const perMonth: Readonly<Record<IntervalUnit, Rational>> = {
  days: { numerator: 36_525n, denominator: 1200n },
  months: { numerator: 1n, denominator: 1n },
  years: { numerator: 1n, denominator: 12n },
}

/** A subscription as it was when its revenue was last counted. */
export interface RevenueSnapshot {
  /** Minor units a month. */
  readonly amount: number
  readonly status: SubscriptionStatus
}

/** A subscription with its present revenue. */
export interface CurrentRevenue extends RevenueSnapshot {
  /** Whether the subscription ended because a charge was not paid. */
  readonly endedUnpaid: boolean
}

/** A change of recurring revenue: its cause, and minor units a month, negative for a loss. */
export interface RevenueChange {
  readonly movement: RevenueMovement
  readonly amount: number
}

/**
 * How a subscription's revenue changed since it was last counted; null if it did not change. If the subscription ends while a charge is
 * owed, or because a charge was not paid, the loss is involuntary. `before` is undefined if the subscription has never brought revenue.
 */
export const revenueChange = (before: RevenueSnapshot | undefined, after: CurrentRevenue): RevenueChange | null => {
  const amount = after.amount - (before?.amount ?? 0)
  return amount === 0 ? null : { movement: movementOf(before, after), amount }
}

const movementOf = (before: RevenueSnapshot | undefined, after: CurrentRevenue): RevenueMovement => {
  if (before === undefined) return 'new'
  if (before.status === 'cancelled') return 'reactivation'
  if (after.status === 'cancelled')
    return before.status === 'past_due' || after.endedUnpaid ? 'churn_involuntary' : 'churn_voluntary'
  return after.amount > before.amount ? 'expansion' : 'contraction'
}

/**
 * The monthly revenue of a subscription in a status: 0 in its trial and after its end. While a cancellation is scheduled, the revenue stays
 * unchanged.
 */
export const monthlyAmountInStatus = (
  status: SubscriptionStatus,
  monthly: number,
  before: RevenueSnapshot | undefined,
): number => {
  switch (status) {
    case 'trial':
    case 'cancelled':
      return 0
    case 'active':
    case 'past_due':
      return monthly
    case 'scheduled_for_cancellation':
      // If the cancellation was scheduled during the trial, the subscription has brought no revenue and has no `before`.
      return before === undefined ? 0 : monthly
  }
}
