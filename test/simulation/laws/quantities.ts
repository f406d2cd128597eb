import { performAction } from './actions.ts'
import { drawDiscounts, drawTerms } from './draw-actions.ts'
import { type Law, throwBroken } from './law.ts'
import { openLawShop, type ShopTerms } from './law-shop.ts'
import { drawWholeLife } from './same-whatever-moves.ts'
import { describeCustomer, differingLines } from './customer-records.ts'

/** Law: in a life of any actions, several units of a plan cost the same as one unit of a plan at the multiplied price. */
export const unitsOrDearerPlan: Law = async (billing, chance) => {
  const drawn = { ...drawTerms(chance), discounts: drawDiscounts(chance) }
  const quantities = drawn.plans.map(() => 1 + chance.below(5))
  const terms: ShopTerms = {
    ...drawn,
    plans: drawn.plans.map((plan, place) => ({ ...plan, quantity: quantities[place]! })),
  }
  const dearer: ShopTerms = {
    ...drawn,
    plans: drawn.plans.map(({ price, trial, ...plan }, place) => ({
      ...plan,
      price: price * quantities[place]!,
      trial: trial && { ...trial, price: trial.price * quantities[place]! },
    })),
  }
  const { life, until } = drawWholeLife(chance, terms)
  const records = []
  for (const sold of [terms, dearer]) {
    const shop = await openLawShop(billing, sold)
    const customer = shop.customers[0]!
    const begun = shop.now()
    for (const { after, action } of life) {
      await shop.moveTo(begun + after * 1000)
      await performAction(shop, customer, action)
    }
    await shop.moveTo(begun + until * 1000)
    records.push(await describeCustomer(shop, customer))
  }
  throwBroken(differingLines(records[0]!, records[1]!), terms, life)
  return true
}
