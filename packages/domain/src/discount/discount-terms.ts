import type { CurrencyCode, Money } from '@billing-checkout/contract'
import { roundHalfAwayFromZero } from '../money/rational.ts'

/** What a discount takes off a price: hundredths of a percent (1 to 10,000), or an amount in minor units. */
export type DiscountOff =
  | { readonly kind: 'percent'; readonly hundredths: number }
  | { readonly kind: 'amount'; readonly amount: number; readonly currency: CurrencyCode }

/** A discount as a sale freezes it: later changes to the discount do not affect that sale. */
export interface DiscountTerms {
  readonly id: string
  readonly name: string
  readonly off: DiscountOff
  readonly duration: 'once' | 'periods' | 'forever'
  /** How many more paid periods it lowers, the next one included; null: every one. */
  readonly left: number | null
  /** Ids and groups of the plans that it is for; empty: every plan. */
  readonly plans: readonly string[]
}

/** Terms of a plan with the discount of their buyer, if there is one. */
export interface DiscountedTerms {
  readonly price: Money
  readonly discount?: DiscountTerms
}

/** What a discount takes off a price, in minor units: rounded once, half away from zero, and never more than the price. */
export const amountOff = (priceMinor: number, off: DiscountOff): number =>
  off.kind === 'amount'
    ? Math.min(off.amount, priceMinor)
    : Number(roundHalfAwayFromZero({ numerator: BigInt(priceMinor) * BigInt(off.hundredths), denominator: 10_000n }))

/** The discounted price of a paid period, in minor units. `charge` is the number of paid periods before it; 0 is the next period. */
export const discountedPrice = ({ price, discount }: DiscountedTerms, charge = 0): number =>
  price.amount - discountOfCharge({ price, discount }, charge)

/** What the discount takes off the price of a paid period, in minor units; 0 without a discount, and after its last period. */
export const discountOfCharge = ({ price, discount }: DiscountedTerms, charge = 0): number =>
  discount === undefined || (discount.left !== null && charge >= discount.left)
    ? 0
    : amountOff(price.amount, discount.off)

/** The price of a period once every discount that ends has ended: discounted only if the discount never ends. */
export const lastingPrice = (terms: DiscountedTerms): number =>
  terms.discount?.left === null ? discountedPrice(terms) : terms.price.amount

/** The discount after one more period was paid with it; null if that was its last period, or if there is none. */
export const discountAfterPaid = (discount: DiscountTerms | null | undefined): DiscountTerms | null => {
  if (discount == null) return null
  if (discount.left === null) return discount
  return discount.left > 1 ? { ...discount, left: discount.left - 1 } : null
}

/** The discounts of a subscription: what its later charges have, and what its running period has; null: none. */
export interface DiscountsOfSubscription {
  readonly discount: DiscountTerms | null
  readonly periodDiscount: DiscountTerms | null
}

/**
 * The discounts after a renewal was paid with one. `left` is what the later charges had before. If a change of plan has taken or replaced
 * the discount since the renewal's price was frozen, the later charges keep what the change left, and the rest of the paid period has none.
 */
export const discountsAfterRenewal = (
  left: DiscountTerms | null,
  charged: DiscountTerms | undefined,
): DiscountsOfSubscription =>
  charged !== undefined && left?.id === charged.id
    ? { discount: discountAfterPaid(left), periodDiscount: charged }
    : { discount: left, periodDiscount: null }
