import type { Chance } from '../chance.ts'
import { modes } from '../subscribers/expected-changes.ts'
import { performAction, type LifeAction, moneyReturnKinds } from './actions.ts'
import type { LawDiscount, LawPlan, LawShop, ShopTerms } from './law-shop.ts'

/** An action, at a number of seconds after the life began. */
export interface TimedAction {
  readonly after: number
  readonly action: LifeAction
}

const hourSeconds = 3600
const daySeconds = 24 * hourSeconds

const lengths = [
  { unit: 'days', count: 10, days: 10 },
  { unit: 'days', count: 30, days: 30 },
  { unit: 'months', count: 1, days: 30 },
  { unit: 'months', count: 3, days: 90 },
] as const

const beginnings = ['2027-01-31T10:00:00Z', '2028-02-29T00:00:00Z', '2026-08-30T22:59:59Z', '2026-05-14T07:30:11Z']

/**
 * Random terms of a shop. All plans are in one currency, which in one of five shops is charged in steps. The last plan equals the first.
 */
export const drawTerms = (chance: Chance, customers = 1): ShopTerms => {
  const currency = chance.pick(['EUR', 'EUR', 'EUR', 'JPY', 'LYD'] as const)
  const plans = Array.from({ length: 4 }, () => drawPlan(chance))
  return { plans: [...plans, plans[0]!], customers, currency, startsAt: Date.parse(chance.pick(beginnings)) }
}

/** A random plan whose prices can be charged in every currency. */
const drawPlan = (chance: Chance): LawPlan => {
  const { unit, count } = chance.pick(lengths)
  const price = 10 * (100 + chance.below(chance.pick([300, 3000])))
  const trial = chance.happens(0.3)
    ? { days: chance.pick([7, 14]), price: chance.pick([0, 10 * (100 + chance.below(200))]) }
    : null
  return { unit, count, price, trial }
}

/** Gives each plan its own quantity in half of the shops. The last plan keeps being the same as the first. */
export const drawQuantities = (chance: Chance, terms: ShopTerms): ShopTerms => {
  if (chance.happens(0.5)) return terms
  const plans = terms.plans.slice(0, -1).map((plan) => ({ ...plan, quantity: 1 + chance.below(5) }))
  return { ...terms, plans: [...plans, plans[0]!] }
}

/** A random number of seconds, mostly shorter than the plan's period, sometimes longer. */
export const drawSeconds = (chance: Chance, { count, unit }: LawPlan): number => {
  const days = unit === 'months' ? count * 30 : count
  const share = chance.pick([0.05, 0.3, 0.5, 0.5, 0.8, 1.2, 1.2]) * (0.5 + chance.below(100) / 100)
  return 1 + Math.floor(days * daySeconds * share) + chance.below(hourSeconds)
}

/** Draws an action. A function that is in a list twice is chosen twice as often. */
export type DrawAction = (chance: Chance) => LifeAction

/** The prorated modes are listed more often, because they create credit. */
const drawnModes = [
  ...modes,
  ...modes.filter((mode) => mode.startsWith('prorated')),
  'prorated_next_billing_period',
] as const

const change: DrawAction = (chance) => ({ kind: 'change', plan: chance.below(4), mode: chance.pick(drawnModes) })
const sendBack: DrawAction = (chance) => ({
  kind: 'send back a share',
  latest: chance.below(3),
  percent: chance.pick([100, 100, 1 + chance.below(99)]),
  way: chance.pick(moneyReturnKinds),
})
const ask: DrawAction = (chance) => ({
  kind: 'ask',
  status: chance.pick(['active', 'active', 'cancelled', 'scheduled_for_cancellation']),
})

/** Actions after which a subscription continues. */
export const continuingActions: readonly DrawAction[] = [change, change, change, change, sendBack, sendBack]

/** All actions that a life may draw after the first purchase. */
export const allActions: readonly DrawAction[] = [
  ...continuingActions,
  ask,
  ask,
  () => ({ kind: 'recover' }),
  () => ({ kind: 'lose money' }),
  (chance) => ({ kind: 'bank', mood: chance.pick(['approves', 'approves', 'declines', 'declines for good', 'fails']) }),
]

/** Two discounts of a shop. They lower a price either to 0 or to a chargeable amount. */
export const drawDiscounts = (chance: Chance): readonly LawDiscount[] => [
  { hundredths: chance.pick([1000, 3333, 5000, 10_000]), periods: chance.pick([1, 2, 3]) },
  { amount: 10 * (1 + chance.below(50)), periods: chance.pick([1, 2, null]) },
]

/** A customer subscribes, in half of the lives with a discount if the shop has any. Then `actions` further actions follow. */
export const drawActions = (
  chance: Chance,
  { plans, discounts }: ShopTerms,
  { actions, among }: { readonly actions: number; readonly among: readonly DrawAction[] },
): readonly TimedAction[] => {
  const plan = chance.below(4)
  const after = chance.below(60)
  const redeemed = discounts !== undefined && chance.happens(0.5) ? { discount: chance.below(discounts.length) } : {}
  const life: TimedAction[] = [{ after, action: { kind: 'subscribe', plan, ...redeemed } }]
  for (let count = actions; count > 0; count--) {
    const action = chance.pick(among)(chance)
    life.push({ after: life.at(-1)!.after + drawSeconds(chance, plans[plan]!), action })
  }
  return life
}

/** Plays a life up to its last action, and moves the clock to the time of each action. */
export const playActions = async (shop: LawShop, customer: string, life: readonly TimedAction[]): Promise<void> => {
  const begun = shop.now()
  for (const { after, action } of life) {
    await shop.moveTo(begun + after * 1000)
    await performAction(shop, customer, action)
  }
}
