import type { CurrencyCode, Money } from '@billing-checkout/contract'
import { roundHalfAwayFromZero } from '../money/rational.ts'
import type { Interval } from '../calendar/timestamp.ts'

/** What a discount takes off a price: hundredths of a percent (1 to 10,000), or an amount in minor units. */
export type DiscountOff =
  | { readonly kind: 'percent'; readonly hundredths: number }
  | { readonly kind: 'amount'; readonly amount: number; readonly currency: CurrencyCode }

/** A discount, frozen for one sale: later changes to the discount do not affect that sale. */
export interface DiscountTerms {
  readonly id: string
  readonly name: string
  readonly off: DiscountOff
  readonly duration: 'once' | 'periods' | 'forever'
  /** How many more paid periods the discount lowers, including the next period; null: all later periods. */
  readonly left: number | null
  /** Ids and groups of the plans that the discount applies to; empty: all plans. */
  readonly plans: readonly string[]
}

/** Terms of a plan, with the buyer's discount if there is one. */
export interface DiscountedTerms {
  readonly price: Money
  readonly discount?: DiscountTerms
}

/** The reduction that a discount gives on a price, in minor units: rounded once, half away from zero, and never more than the price. */
export const amountOff = (priceMinor: number, off: DiscountOff): number =>
  off.kind === 'amount'
    ? Math.min(off.amount, priceMinor)
    : Number(roundHalfAwayFromZero({ numerator: BigInt(priceMinor) * BigInt(off.hundredths), denominator: 10_000n }))

/** The discounted price of a paid period, in minor units. `charge` counts paid periods from now: 0 is the next paid period. */
export const discountedPrice = ({ price, discount }: DiscountedTerms, charge = 0): number =>
  price.amount - discountOfCharge({ price, discount }, charge)

/** The reduction of a paid period's price by the discount, in minor units; 0 without a discount, or after its last period. */
export const discountOfCharge = ({ price, discount }: DiscountedTerms, charge = 0): number =>
  discount === undefined || (discount.left !== null && charge >= discount.left)
    ? 0
    : amountOff(price.amount, discount.off)

/** The price of a period after every temporary discount has ended, in minor units. Only a discount that never ends still lowers it. */
export const priceAfterTemporaryDiscounts = (terms: DiscountedTerms): number =>
  terms.discount?.left === null ? discountedPrice(terms) : terms.price.amount

/**
 * The discount after the customer paid one more period with it; null if that was the discount's last period, or if there is no discount.
 */
export const discountAfterPaidPeriod = (discount: DiscountTerms | null | undefined): DiscountTerms | null => {
  if (discount == null) return null
  if (discount.left === null) return discount
  return discount.left > 1 ? { ...discount, left: discount.left - 1 } : null
}

/** The discounts of a subscription, for its later charges and for its running period; null: none. */
export interface DiscountsOfSubscription {
  readonly discount: DiscountTerms | null
  readonly periodDiscount: DiscountTerms | null
}

/**
 * The discounts after a renewal was paid. `left` is the subscription's discount as it is stored now, `charged` the discount in the
 * renewal's frozen price. A plan change may have removed or replaced the discount after the renewal's price was frozen. Later charges then
 * keep `left`, and the rest of the paid period has no discount.
 */
export const discountsAfterRenewal = (
  left: DiscountTerms | null,
  charged: DiscountTerms | undefined,
): DiscountsOfSubscription =>
  charged !== undefined && left?.id === charged.id
    ? { discount: discountAfterPaidPeriod(left), periodDiscount: charged }
    : { discount: left, periodDiscount: null }

/** The facts about a plan that decide whether a discount is for it. */
export interface DiscountablePlan {
  readonly id: string
  readonly group: string | null
  readonly interval: Interval | null
}

/** Whether a discount is for a plan: the discount names no plans, or names this plan or its group. */
export const discountAppliesToPlan = (
  plans: readonly string[],
  { id, group }: Pick<DiscountablePlan, 'id' | 'group'>,
): boolean => plans.length === 0 || plans.includes(id) || (group !== null && plans.includes(group))

/**
 * The discount of a subscription after a change to the plan `to`; null if the discount ends. A discount ends if it is not for the new plan.
 * A discount for a number of periods also ends if the interval changes, unless the discount names the new plan by id or group.
 */
export const discountAfterPlanChange = (
  discount: DiscountTerms | null,
  from: Interval | null,
  to: DiscountablePlan,
): DiscountTerms | null => {
  if (discount === null || !discountAppliesToPlan(discount.plans, to)) return null
  const isSameInterval = from?.unit === to.interval?.unit && from?.count === to.interval?.count
  return discount.left === null || isSameInterval || discount.plans.length > 0 ? discount : null
}
