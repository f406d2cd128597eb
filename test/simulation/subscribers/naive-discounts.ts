import type { Unit } from './naive-calendar.ts'
import { proportionalShare } from './naive-shares.ts'

/** A discount as a subscriber redeemed it; amounts in minor units. */
export interface ExpectedDiscount {
  readonly id: string
  readonly off: { readonly hundredths: number } | { readonly amount: number }
  /** How many more paid periods the discount lowers; null for every period. */
  readonly left: number | null
  /** The plans to which the discount is restricted; empty for all plans. */
  readonly plans: readonly string[]
}

/** The parts of a plan that decide whether a discount applies. */
interface ComparedPlan {
  readonly id: string
  readonly unit: Unit
  readonly count: number
}

/** The price of one period of a plan with a discount. */
export const priceWithDiscount = (discount: ExpectedDiscount | null, { price }: { readonly price: number }): number => {
  if (discount === null) return price
  const { off } = discount
  return Math.max(0, price - ('amount' in off ? off.amount : proportionalShare(price, off.hundredths, 10_000)))
}

/** A discount after a period was paid with it; null if that was its last period. */
export const discountAfterPaidPeriod = (discount: ExpectedDiscount | null): ExpectedDiscount | null => {
  if (discount === null || discount.left === null) return discount
  return discount.left === 1 ? null : { ...discount, left: discount.left - 1 }
}

/**
 * A discount after a plan change. It ends if it does not apply to the new plan. A discount for a number of periods also ends if the periods
 * change their length, unless the discount names the plan.
 */
export const discountAfterPlanChange = (
  discount: ExpectedDiscount | null,
  from: ComparedPlan,
  to: ComparedPlan,
): ExpectedDiscount | null => {
  if (discount === null || from.id === to.id) return discount
  if (discount.plans.length > 0) return discount.plans.includes(to.id) ? discount : null
  return discount.left === null || (from.unit === to.unit && from.count === to.count) ? discount : null
}
