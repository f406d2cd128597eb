import type { Chance } from '../chance.ts'
import { performAction } from './actions.ts'
import { drawDiscounts, drawTerms } from './draw-actions.ts'
import { type Law, throwBroken, moveToNextCharge, wasCarriedOut } from './law.ts'
import { type LawDiscount, type LawShop, openLawShop, type ShopTerms } from './law-shop.ts'
import { readStatement } from './statement.ts'

const charges = 6

/**
 * Law: a discount for a number of periods lowers exactly that many charges, then the full price is charged (trials and declined charges do
 * not count). A discount without an end lowers every charge.
 */
export const discountThenPrice: Law = async (billing, chance) => {
  const discounts = drawDiscounts(chance)
  // Use currencies without steps. Otherwise a discounted price could lie between two steps, and the charges would alternate.
  const terms = { ...drawTerms(chance), currency: chance.pick(['EUR', 'JPY'] as const), discounts }
  const plan = chance.below(4)
  const place = chance.below(discounts.length)
  const declined = chance.happens(0.5) ? chance.below(charges) : null
  const shop = await openLawShop(billing, terms)
  const customer = shop.customers[0]!
  if (!wasCarriedOut(await performAction(shop, customer, { kind: 'subscribe', plan, discount: place }))) return false
  for (let charge = 0; charge < charges; charge++) {
    const isDeclined = charge === declined
    if (isDeclined) await performAction(shop, customer, { kind: 'bank', mood: 'declines' })
    await moveToNextCharge(shop, customer)
    if (!isDeclined) continue
    await performAction(shop, customer, { kind: 'bank', mood: 'approves' })
    await moveToNextCharge(shop, customer)
  }
  const paid = await paidCharges(shop, customer)
  const expected = expectedCharges(terms, plan, discounts[place]!, paid.length)
  throwBroken(
    paid.flatMap((amount, number) =>
      amount === expected[number] ? [] : [`charge ${number}: ${amount}, not ${expected[number]}`],
    ),
    terms,
    { plan, place, declined },
    paid,
  )
  return true
}

/** Law: what a subscription is charged does not depend on whether another customer redeemed the same discount first. */
export const discountsInEitherOrder: Law = async (billing, chance) => {
  const discounts = drawDiscounts(chance)
  const terms = { ...drawTerms(chance, 2), discounts }
  const bought = [drawPurchase(chance), drawPurchase(chance)]
  const charges = []
  const shop = await openLawShop(billing, terms)
  const goBack = await shop.remember()
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    await goBack()
    for (const place of order)
      if (!wasCarriedOut(await performAction(shop, shop.customers[place]!, { kind: 'subscribe', ...bought[place]! })))
        return false
    for (let charge = 0; charge < 3; charge++)
      for (const customer of shop.customers) await moveToNextCharge(shop, customer)
    charges.push(await Promise.all(shop.customers.map((customer) => paidCharges(shop, customer))))
  }
  const [one, other] = charges
  throwBroken(
    JSON.stringify(one) === JSON.stringify(other) ? [] : ['the charges differ'],
    terms,
    { bought },
    ...charges,
  )
  return true
}

const drawPurchase = (chance: Chance) => ({ plan: chance.below(4), discount: chance.below(2) })

/**
 * The amounts of a customer's paid charges without trials, oldest first. Apart from the first period, a period that costs nothing has no
 * payment.
 */
const paidCharges = async (shop: LawShop, customer: string): Promise<readonly number[]> => {
  const { payments, trialEnd } = await readStatement(shop, customer)
  return payments
    .filter(({ status }) => ['AUTHORIZED', 'SETTLING', 'SETTLED'].includes(status))
    .slice(trialEnd === null ? 0 : 1)
    .map(({ amount }) => amount)
}

const expectedCharges = (
  { plans }: ShopTerms,
  plan: number,
  { hundredths, amount, periods }: LawDiscount,
  count: number,
): readonly number[] => {
  const { price, trial } = plans[plan]!
  const off = hundredths === undefined ? Math.min(amount ?? 0, price) : Math.round((price * hundredths) / 10_000)
  const first = price - off
  const discounted = Math.min(periods ?? count, count)
  const isWithoutPayment = first === 0
  const lowered = isWithoutPayment ? (trial === null ? 1 : 0) : discounted
  return Array.from({ length: count }, (_, number) => (number < lowered ? first : price))
}
