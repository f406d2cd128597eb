import { performAction, type LifeAction } from './actions.ts'
import { drawDiscounts, drawActions, drawSeconds, drawTerms, playActions, continuingActions } from './draw-actions.ts'
import { expectNear, type Law, throwBroken, moveToNextCharge, wasCarriedOut } from './law.ts'
import { openLawShop } from './law-shop.ts'
import { readStatement, type Statement } from './statement.ts'

/**
 * Law: of two plan changes at the same instant, the second, which exchanges the rest of the period, costs the same however the first is
 * billed: not at all, in full or prorated with the next charge, or by the merchant without a charge. A discount that the first change ends
 * does not lower the price of the second change.
 */
export const changeInBetween: Law = async (billing, chance) => {
  const drawn = drawTerms(chance)
  const places = drawn.plans.map((_, place) => place)
  const discounts = drawDiscounts(chance).map((discount) => ({
    ...discount,
    plans: chance.happens(0.3) ? [] : places.filter((place) => place === 0 || chance.happens(0.6)),
  }))
  const terms = { ...drawn, discounts }
  const life = drawActions(chance, terms, { actions: chance.below(3), among: continuingActions })
  const wait = drawSeconds(chance, terms.plans[0]!)
  const step = 1 + chance.below(3)
  const further = 1 + chance.below(3)
  const shop = await openLawShop(billing, terms)
  const customer = shop.customers[0]!
  await playActions(shop, customer, life)
  await shop.moveTo(shop.now() + wait * 1000)
  const { status, plan: bought, price, cost } = await readStatement(shop, customer)
  if (status !== 'active') return false
  const [between, last] = [(bought + step) % 5, (bought + step + further) % 5]
  const ways: readonly LifeAction[] = [
    ...(['do_not_bill', 'full_next_billing_period', 'prorated_next_billing_period'] as const).map((mode) => ({
      kind: 'change' as const,
      plan: between,
      mode,
    })),
    { kind: 'switch', plan: between },
  ]
  const statements: Statement[] = []
  const goBack = await shop.remember()
  for (const way of ways) {
    await goBack()
    const exchange = { kind: 'change', plan: last, mode: 'prorated_next_billing_period' } as const
    for (const action of [way, exchange]) if (!wasCarriedOut(await performAction(shop, customer, action))) return false
    statements.push(await moveToNextCharge(shop, customer))
  }
  const [first, ...others] = statements as [Statement, ...Statement[]]
  throwBroken(
    others.flatMap((other) => differencesOf(first, other)),
    terms,
    life,
    { wait, between, last, price, cost },
    ...statements,
  )
  return true
}

/** Allowed rounding error, in minor units: each of the two exchanges is rounded. */
const tolerance = 3

const differencesOf = (one: Statement, other: Statement): string[] => [
  ...(['status', 'plan', 'price', 'start', 'end', 'next', 'anchor'] as const).flatMap((name) =>
    one[name] === other[name] ? [] : [`${name}: ${one[name]} and ${other[name]}`],
  ),
  ...expectNear('cash less credit', one.kept - one.balance, other.kept - other.balance, tolerance),
  ...expectNear('cost', one.cost, other.cost, tolerance),
]
