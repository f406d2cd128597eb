import { performAction } from './actions.ts'
import { drawActions, drawQuantities, drawSeconds, drawTerms, playActions, continuingActions } from './draw-actions.ts'
import { expectNear, type Law, throwBroken, moveToNextCharge, wasCarriedOut } from './law.ts'
import { openLawShop, type LawShop, type ShopTerms } from './law-shop.ts'
import { readStatement, type Statement } from './statement.ts'
import type { Chance } from '../chance.ts'

const quietModes = ['do_not_bill', 'full_next_billing_period', 'prorated_next_billing_period'] as const

/** Allowed rounding error, in minor units, in the cost of a part of a period. */
const tolerance = 2

/** Law: a change to another plan and back at the same time leaves everything as it was, if the changes are billed later or never. */
export const upAndDown: Law = async (billing, chance) => {
  const { terms, begin } = drawPaidPeriod(chance)
  const mode = chance.pick(quietModes)
  const step = 1 + chance.below(3)
  const statements: Statement[] = []
  const shop = await openLawShop(billing, terms)
  const customer = shop.customers[0]!
  const before = await begin(shop, customer)
  if (before === undefined) return false
  const goBack = await shop.remember()
  for (const changes of [false, true]) {
    await goBack()
    if (changes) {
      for (const plan of [(before.plan + step) % 5, before.plan]) {
        if (!wasCarriedOut(await performAction(shop, customer, { kind: 'change', plan, mode }))) return false
      }
    }
    statements.push(await readStatement(shop, customer), await moveToNextCharge(shop, customer))
  }
  const [stayed, charged, changed, chargedAfter] = statements as [Statement, Statement, Statement, Statement]
  throwBroken(
    [...differencesOf(stayed, changed, terms), ...differencesOf(charged, chargedAfter, terms)],
    terms,
    { mode, step },
    ...statements,
  )
  return true
}

const differencesOf = (one: Statement, other: Statement, { currency }: ShopTerms): string[] => [
  ...(['status', 'plan', 'price', 'start', 'end', 'next', 'anchor'] as const).flatMap((name) =>
    one[name] === other[name] ? [] : [`${name}: ${one[name]} and ${other[name]}`],
  ),
  ...expectNear('cost', one.cost, other.cost, tolerance),
  ...expectNear('cash less credit', one.kept - one.balance, other.kept - other.balance, tolerance),
  // If one unit of credit lowers an amount below a step of the currency, the missing part of that step is charged with the next charge.
  ...expectNear('cash', one.kept, other.kept, currency === 'LYD' ? tolerance + stepMinor : tolerance),
]

/** The step of amounts in Libyan dinars, in minor units. */
const stepMinor = 10

/** Law: two changes at the same time cost the same as one change directly to the last plan. */
export const straightToFinalPlan: Law = async (billing, chance) => {
  const { terms, begin } = drawPaidPeriod(chance)
  const step = 1 + chance.below(3)
  const further = 1 + chance.below(2)
  const statements: Statement[] = []
  const shop = await openLawShop(billing, terms)
  const customer = shop.customers[0]!
  const before = await begin(shop, customer)
  if (before === undefined) return false
  const goBack = await shop.remember()
  for (const isStraight of [false, true]) {
    await goBack()
    const [between, last] = [(before.plan + step) % 5, (before.plan + step + further) % 5]
    if (last === before.plan) return false
    for (const plan of isStraight ? [last] : [between, last]) {
      const change = { kind: 'change', plan, mode: 'prorated_immediately' } as const
      if (!wasCarriedOut(await performAction(shop, customer, change))) return false
    }
    statements.push(await readStatement(shop, customer), await moveToNextCharge(shop, customer))
  }
  const [changed, charged, straight, chargedStraight] = statements as [Statement, Statement, Statement, Statement]
  throwBroken(
    [[changed, straight] as const, [charged, chargedStraight] as const].flatMap(([one, other]) => [
      ...expectNear('cash less credit', one.kept - one.balance, other.kept - other.balance, tolerance),
      ...expectNear('cost', one.cost, other.cost, 0),
      ...(one.end === other.end ? [] : ['The periods end on different dates.']),
    ]),
    terms,
    { step, further },
    ...statements,
  )
  return true
}

/**
 * Draws a life up to a time within a period. `begin` plays the life; it returns undefined unless the subscription is then active, the
 * period costs the full price, and no change is scheduled.
 */
export const drawPaidPeriod = (chance: Chance) => {
  const terms = drawQuantities(chance, drawTerms(chance))
  const life = drawActions(chance, terms, { actions: chance.below(3), among: continuingActions })
  const renews = chance.happens(0.7)
  const share = 1 + chance.below(98)
  const wait = drawSeconds(chance, terms.plans[0]!)
  const begin = async (shop: LawShop, customer: string): Promise<Statement | undefined> => {
    await playActions(shop, customer, life)
    if (renews) await moveToNextCharge(shop, customer)
    const { start, end } = await readStatement(shop, customer)
    const within = Math.max(shop.now(), start + Math.floor(((end - start) * share) / 100_000) * 1000)
    await shop.moveTo(renews ? within : shop.now() + wait * 1000)
    const now = await readStatement(shop, customer)
    return now.status === 'active' && now.cost === now.price && now.scheduled === null ? now : undefined
  }
  return { terms, begin }
}
