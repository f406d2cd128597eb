import { performAction } from './actions.ts'
import { drawSeconds, drawTerms } from './draw-actions.ts'
import { type Law, throwBroken, moveToNextCharge, wasCarriedOut } from './law.ts'
import { openLawShop, type ShopTerms } from './law-shop.ts'
import { readStatement, type Statement } from './statement.ts'

const charges = 3

/**
 * Law: after a free subscription changes to a paid plan, it costs the same as a subscription that starts on the paid plan at that time.
 */
export const freeThenPaid: Law = async (billing, chance) => {
  const drawn = drawTerms(chance)
  const quantity = 1 + chance.below(4)
  const terms: ShopTerms = {
    ...drawn,
    plans: drawn.plans.map((plan, place) => ({ ...plan, trial: null, quantity, ...(place === 0 && { price: 0 }) })),
  }
  const plan = 1 + chance.below(3)
  const mode = chance.pick(['prorated_immediately', 'full_immediately'] as const)
  const wait = drawSeconds(chance, terms.plans[0]!)
  const declined = chance.happens(0.4) ? chance.below(charges) : null
  const statements: Statement[] = []
  const shop = await openLawShop(billing, terms)
  const customer = shop.customers[0]!
  const goBack = await shop.remember()
  for (const isFreeFirst of [true, false]) {
    await goBack()
    if (isFreeFirst && !wasCarriedOut(await performAction(shop, customer, { kind: 'subscribe', plan: 0 }))) return false
    await shop.moveTo(shop.now() + wait * 1000)
    const begin = isFreeFirst ? ({ kind: 'change', plan, mode } as const) : ({ kind: 'subscribe', plan } as const)
    if (!wasCarriedOut(await performAction(shop, customer, begin))) return false
    statements.push(await readStatement(shop, customer))
    for (let charge = 0; charge < charges; charge++) {
      if (charge === declined) await performAction(shop, customer, { kind: 'bank', mood: 'declines' })
      statements.push(await moveToNextCharge(shop, customer))
      if (charge !== declined) continue
      await performAction(shop, customer, { kind: 'bank', mood: 'approves' })
      statements.push(await moveToNextCharge(shop, customer))
    }
  }
  const each = statements.length / 2
  throwBroken(
    statements.slice(0, each).flatMap((one, moment) => differencesOf(one, statements[each + moment]!)),
    terms,
    { plan, mode, wait, declined },
    ...statements,
  )
  return true
}

const differencesOf = (one: Statement, other: Statement): string[] => [
  ...(
    [
      'status',
      'plan',
      'price',
      'anchor',
      'start',
      'end',
      'next',
      'trialEnd',
      'cost',
      'balance',
      'kept',
      'declines',
    ] as const
  ).flatMap((name) => (one[name] === other[name] ? [] : [`${name}: ${one[name]} and ${other[name]}`])),
  ...(JSON.stringify(chargesOf(one)) === JSON.stringify(chargesOf(other)) ? [] : ['the charges differ']),
]

/** Every charge with its amount, outcome and time. The payment of 0 of a free start is left out. */
const chargesOf = ({ payments }: Statement) =>
  payments.filter(({ amount }) => amount > 0).map(({ amount, status, at }) => [amount, status, at])
