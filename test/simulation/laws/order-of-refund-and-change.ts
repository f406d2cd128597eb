import type { Chance } from '../chance.ts'
import { modes } from '../subscribers/expected-changes.ts'
import { performAction, type LifeAction, refundableShareOf, moneyReturnKinds } from './actions.ts'
import {
  drawDiscounts,
  drawActions,
  drawQuantities,
  drawSeconds,
  drawTerms,
  playActions,
  continuingActions,
} from './draw-actions.ts'
import { expectNear, type Law, throwBroken, moveToNextCharge, wasCarriedOut } from './law.ts'
import { type LawShop, openLawShop, type ShopTerms } from './law-shop.ts'
import { readStatement, type Statement } from './statement.ts'

/**
 * Law: money that goes back just before a plan change has the same result as money that goes back just after it, once the next period is
 * charged. If both orders have collected the same amount, a cancelled subscription also continues for the same price.
 */
export const orderOfRefundAndChange: Law = async (billing, chance) => {
  const terms = drawSale(chance)
  const life = drawActions(chance, terms, { actions: chance.below(4), among: continuingActions })
  const wait = drawSeconds(chance, terms.plans[0]!)
  const drawn = drawChanges(chance, terms)
  const way = chance.pick(moneyReturnKinds)
  const percent = chance.pick([100, 100, 1 + chance.below(99)])
  const latest = chance.pick([0, 0, 1, 2])
  const continues = chance.happens(0.5)
  const shop = await openLawShop(billing, terms)
  const customer = shop.customers[0]!
  await playActions(shop, customer, life)
  await shop.moveTo(shop.now() + wait * 1000)
  const { payments, plan } = await readStatement(shop, customer)
  const places = payments.flatMap(({ status, refundable }, place) =>
    status.startsWith('SETTL') && refundable > 0 ? [place] : [],
  )
  const payment = places[places.length - 1 - (latest % Math.max(places.length, 1))]
  if (payment === undefined) return false
  const amount = refundableShareOf(payments[payment]!.refundable, percent, terms.currency)
  const back: LifeAction = { kind: 'send back', payment, amount, way }
  const { change, last } = drawn(plan)
  const ends: End[] = []
  const goBack = await shop.remember()
  for (const order of [
    [back, change],
    [change, back],
  ]) {
    await goBack()
    for (const action of [...order, ...last])
      if (!wasCarriedOut(await performAction(shop, customer, action))) return false
    ends.push(await endOf(shop, customer, continues))
  }
  const [one, other] = ends as [End, End]
  throwBroken(
    violationsOf(terms, one, other, last.length > 0),
    terms,
    life,
    { wait },
    [back, change, ...last],
    one,
    other,
  )
  return true
}

/** Returns the changes to make, given the position of the subscription's current plan. */
type DrawnChanges = (plan: number) => { readonly change: LifeAction; readonly last: readonly LifeAction[] }

/**
 * In about a third of the lives, credit from a more expensive plan pays for the first change, and the second change costs more than the
 * remaining credit. Otherwise the first change is of any mode, and in half of these lives a second change follows that exchanges the rest
 * of the period.
 */
const drawChanges = (chance: Chance, { plans }: ShopTerms): DrawnChanges => {
  const exchange = { kind: 'change', mode: 'prorated_next_billing_period' } as const
  if (chance.happens(0.3)) {
    const byPrice = [0, 1, 2, 3].toSorted((one, other) => plans[one]!.price - plans[other]!.price)
    const [cheapest, dearest] = [byPrice[0]!, byPrice[3]!]
    return () => ({
      change: { kind: 'change', plan: cheapest, mode: 'prorated_immediately' },
      last: [{ ...exchange, plan: dearest }],
    })
  }
  const mode = chance.pick(modes)
  const step = 1 + chance.below(3)
  const further = chance.happens(0.5) ? 1 + chance.below(3) : null
  return (plan) => ({
    change: { kind: 'change', plan: (plan + step) % 4, mode },
    last: further === null ? [] : [{ ...exchange, plan: (plan + step + further) % 4 }],
  })
}

/** Half of the shops sell in quantities, half give discounts, half collect tax. */
const drawSale = (chance: Chance): ShopTerms => {
  const terms = drawQuantities(chance, drawTerms(chance))
  const tax = chance.pick([null, null, 'exclusive', 'inclusive'] as const)
  return {
    ...terms,
    ...(chance.happens(0.5) && { discounts: drawDiscounts(chance) }),
    ...(tax !== null && { tax }),
  }
}

interface End {
  /** Before the subscription is cancelled and continues. */
  readonly before: Statement
  /** After the subscription has continued; equal to `before` if the life does not cancel and continue it. */
  readonly continued: Statement
  readonly answer: string | null
  readonly charged: Statement
}

const endOf = async (shop: LawShop, customer: string, continues: boolean): Promise<End> => {
  const before = await readStatement(shop, customer)
  if (continues) await performAction(shop, customer, { kind: 'ask', status: 'cancelled' })
  const answer = continues ? await performAction(shop, customer, { kind: 'ask', status: 'active' }) : null
  const continued = await readStatement(shop, customer)
  return { before, continued, answer, charged: await moveToNextCharge(shop, customer) }
}

const violationsOf = (terms: ShopTerms, one: End, other: End, exchanged: boolean): string[] => {
  const isSameCash = Math.abs(one.before.kept - other.before.kept) <= tolerance
  // If money that one order has collected is still owed in the other order, only the subscription that paid it continues for free, so do
  // not compare them.
  if (one.answer !== null && !isSameCash) return []
  return [
    ...(one.answer === other.answer ? [] : [`It continues: ${one.answer} and ${other.answer}`]),
    ...expectNear('cash for continuing', paidBetween(one), paidBetween(other), tolerance * 2),
    ...differencesOf(one.charged, other.charged, terms),
    // An exchange may leave so much credit that the next charge collects nothing. An amount that is rounded to a step may be collected by
    // one charge or by the next.
    ...(exchanged || terms.currency === 'LYD'
      ? []
      : expectNear('credit left', one.charged.balance, other.charged.balance, tolerance)),
  ]
}

const paidBetween = ({ before, continued }: End): number => continued.kept - before.kept

const tolerance = 3

const differencesOf = (one: Statement, other: Statement, { tax }: ShopTerms): string[] => [
  // Tax that is added to the price is rounded with each payment and refund.
  ...expectNear('cash less credit', worthOf(one, tax), worthOf(other, tax), tax === 'exclusive' ? 6 : tolerance),
  ...(one.next === other.next ? [] : ['The next charges are on different dates.']),
]

/** Cash without tax that was added to prices, less credit. */
const worthOf = ({ kept, balance }: Statement, tax: ShopTerms['tax']): number =>
  (tax === 'exclusive' ? kept / 1.19 : kept) - balance
