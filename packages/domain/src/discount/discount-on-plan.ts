import type { Interval } from '../plan/terms-for-country.ts'
import type { DiscountTerms } from './discount-terms.ts'

/** The facts about a plan that decide whether a discount is for it. */
export interface DiscountablePlan {
  readonly id: string
  readonly group: string | null
  readonly interval: Interval | null
}

/** Whether a discount is for a plan: the discount names no plans, or names this plan or its group. */
export const isForPlan = (plans: readonly string[], { id, group }: Pick<DiscountablePlan, 'id' | 'group'>): boolean =>
  plans.length === 0 || plans.includes(id) || (group !== null && plans.includes(group))

/**
 * The discount of a subscription after a change to the plan `to`; null if the discount ends. It ends if it is not for the new plan. If it
 * lasts for a number of periods, it also ends if the interval changes, unless it names the new plan by id or group.
 */
export const discountOnPlan = (
  discount: DiscountTerms | null,
  from: Interval | null,
  to: DiscountablePlan,
): DiscountTerms | null => {
  if (discount === null || !isForPlan(discount.plans, to)) return null
  const isSameInterval = from?.unit === to.interval?.unit && from?.count === to.interval?.count
  return discount.left === null || isSameInterval || discount.plans.length > 0 ? discount : null
}
