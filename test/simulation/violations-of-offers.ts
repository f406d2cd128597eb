import type { BookedPayment, Books } from './books.ts'
import { springDiscount } from './simulated-shop-settings.ts'
import { netOf } from './violations-of-credit.ts'

/**
 * Violations of quantities and discounts, a sentence each: a purchase without a trial must cost its units less the discount, and a discount
 * must count the payments that hold a redemption of it.
 */
export const violationsOfOffers = ({ payments, discounts }: Books): readonly string[] => [
  ...payments
    .filter(({ purpose, isTrial }) => purpose === 'subscribe' && !isTrial)
    .filter((payment) => netOf(payment) + payment.credit !== priceOf(payment))
    .map((payment) => `Payment ${payment.id} charges ${netOf(payment)}, not ${priceOf(payment)}.`),
  ...violationsOfDiscounts(discounts),
]

/** A sentence for each discount whose count differs from the number of payments that hold a redemption, or exceeds the maximum. */
export const violationsOfDiscounts = (discounts: Books['discounts']): readonly string[] =>
  discounts
    .filter(({ redeemed, held, max }) => redeemed !== held || redeemed > (max ?? Infinity))
    .map(({ id, redeemed, held }) => `Discount ${id} is redeemed ${redeemed} times; ${held} payments hold one.`)

const priceOf = ({ unitPrice, quantity, isDiscounted }: BookedPayment): number => {
  const price = unitPrice * quantity
  return isDiscounted ? price - Math.round((price * springDiscount.percent) / 100) : price
}
