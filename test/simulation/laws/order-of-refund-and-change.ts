import { modes } from '../subscribers/expected-changes.ts'
import { carryOut, type LifeAction, shareOf, waysBack } from './actions.ts'
import { drawLife, drawSeconds, drawTerms, live, livelyActions } from './draw-life.ts'
import { expectNear, type Law, throwBroken, toNextCharge, wasDone } from './law.ts'
import { openLawShop } from './law-shop.ts'
import { readStatement, type Statement } from './statement.ts'

/** Law: after the next charge, a refund just before a plan change has the same result as a refund just after it. */
export const orderOfRefundAndChange: Law = async (billing, chance) => {
  const terms = drawTerms(chance)
  const life = drawLife(chance, terms, { actions: chance.below(4), among: livelyActions })
  const wait = drawSeconds(chance, terms.plans[0]!)
  const mode = chance.pick(modes)
  const step = 1 + chance.below(3)
  const way = chance.pick(waysBack)
  const percent = chance.pick([100, 100, 1 + chance.below(99)])
  const latest = chance.pick([0, 0, 1, 2])
  const told: Statement[] = []
  const shop = await openLawShop(billing, terms)
  const customer = shop.customers[0]!
  await live(shop, customer, life)
  await shop.moveTo(shop.now() + wait * 1000)
  const { payments, plan } = await readStatement(shop, customer)
  const places = payments.flatMap(({ status, left }, place) => (status.startsWith('SETTL') && left > 0 ? [place] : []))
  const payment = places[places.length - 1 - (latest % Math.max(places.length, 1))]
  if (payment === undefined) return false
  const amount = shareOf(payments[payment]!.left, percent, terms.currency)
  const back: LifeAction = { kind: 'send back', payment, amount, way }
  const change: LifeAction = { kind: 'change', plan: (plan + step) % 4, mode }
  const goBack = await shop.remember()
  for (const isRefundFirst of [true, false]) {
    await goBack()
    for (const action of isRefundFirst ? [back, change] : [change, back]) {
      if (!wasDone(await carryOut(shop, customer, action))) return false
    }
    told.push(await toNextCharge(shop, customer))
  }
  const [refundFirst, changeFirst] = told as [Statement, Statement]
  throwBroken(
    differencesOf(refundFirst, changeFirst, terms.currency === 'LYD'),
    terms,
    life,
    { wait },
    [back, change],
    ...told,
  )
  return true
}

const differencesOf = (one: Statement, other: Statement, hasSteps: boolean): string[] => [
  ...expectNear('cash less credit', one.kept - one.balance, other.kept - other.balance, 3),
  // In a currency with steps, what is rounded may be charged with this charge or the next.
  ...(hasSteps ? [] : expectNear('credit left', one.balance, other.balance, 3)),
  ...(one.next === other.next ? [] : ['The next charges are on different dates.']),
]
