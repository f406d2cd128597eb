import type { Unit } from './naive-calendar.ts'
import { share } from './naive-shares.ts'

/** A discount as a subscriber redeemed it; amounts in minor units. */
export interface ExpectedDiscount {
  readonly id: string
  readonly off: { readonly hundredths: number } | { readonly amount: number }
  /** How many paid periods it still lowers; null: every one. */
  readonly left: number | null
  /** The only plans that it is for; none: every plan. */
  readonly plans: readonly string[]
}

/** A plan as a discount is compared with it. */
interface ComparedPlan {
  readonly id: string
  readonly unit: Unit
  readonly count: number
}

/** What one period of a plan costs with a discount. */
export const priceWith = (discount: ExpectedDiscount | null, { price }: { readonly price: number }): number => {
  if (discount === null) return price
  const { off } = discount
  return Math.max(0, price - ('amount' in off ? off.amount : share(price, off.hundredths, 10_000)))
}

/** A discount after a period was paid with it. */
export const afterPaid = (discount: ExpectedDiscount | null): ExpectedDiscount | null => {
  if (discount === null || discount.left === null) return discount
  return discount.left === 1 ? null : { ...discount, left: discount.left - 1 }
}

/** A discount after a change of plan: it stays if it is for the new plan, and if it counts periods, those must be as long as before or named. */
export const onPlan = (
  discount: ExpectedDiscount | null,
  from: ComparedPlan,
  to: ComparedPlan,
): ExpectedDiscount | null => {
  if (discount === null || from.id === to.id) return discount
  if (discount.plans.length > 0) return discount.plans.includes(to.id) ? discount : null
  return discount.left === null || (from.unit === to.unit && from.count === to.count) ? discount : null
}
