import { performAction, type LifeAction } from './actions.ts'
import type { BankBehavior } from './bank.ts'
import { drawTerms } from './draw-actions.ts'
import { type Law, throwBroken } from './law.ts'
import { openLawShop } from './law-shop.ts'
import { readStatement, type Statement } from './statement.ts'

const daySeconds = 24 * 3600

/** Law: a charge whose outcome becomes known late never leads to more charges than one whose outcome is known immediately. */
export const lateOutcome: Law = async (billing, chance) => {
  const terms = drawTerms(chance)
  const of = chance.pick(['subscribe', 'change', 'renewal', 'renewal', 'recovery'] as const)
  const plan = chance.below(4)
  const mood: BankBehavior = chance.pick(['approves', 'approves', 'declines', 'fails'])
  const wait = 1 + chance.below(25 * daySeconds)
  const silence = 60 + chance.below(chance.pick([2, 20, 60]) * daySeconds)
  const after = chance.below(100 * daySeconds)
  const change: LifeAction = {
    kind: 'change',
    plan: (plan + 1 + chance.below(3)) % 4,
    mode: chance.pick(['prorated_immediately', 'full_immediately'] as const),
  }
  const statements: Statement[] = []
  const shop = await openLawShop(billing, terms)
  const customer = shop.customers[0]!
  const doNow = (action: LifeAction) => performAction(shop, customer, action)
  const pass = (seconds: number) => shop.moveTo(shop.now() + seconds * 1000)
  if (of !== 'subscribe') await doNow({ kind: 'subscribe', plan })
  if (of === 'change') await pass(wait)
  const goBack = await shop.remember()
  for (const isLate of [false, true]) {
    await goBack()
    const beforehand = async () => {
      await doNow({ kind: 'bank', mood })
      if (isLate) await doNow({ kind: 'fall silent' })
    }
    if (of === 'subscribe' || of === 'change') {
      await beforehand()
      await doNow(of === 'change' ? change : { kind: 'subscribe', plan })
    } else {
      if (of === 'recovery') await doNow({ kind: 'bank', mood: 'declines' })
      else await beforehand()
      const { end } = await readStatement(shop, customer)
      await shop.moveTo(end)
      if (of === 'recovery') {
        await beforehand()
        await doNow({ kind: 'recover' })
      }
    }
    await doNow({ kind: 'bank', mood: 'approves' })
    // Until the outcome is known, no other work is due for this customer.
    if (isLate) {
      await shop.jumpTo(shop.now() + silence * 1000)
      await doNow({ kind: 'speak' })
    } else await pass(silence)
    await pass(after)
    statements.push(await readStatement(shop, customer))
  }
  const [atOnce, late] = statements as [Statement, Statement]
  throwBroken(
    [
      ...(chargesOf(late) <= chargesOf(atOnce) ? [] : [`${chargesOf(late)} charges, and ${chargesOf(atOnce)} at once`]),
      ...(late.kept <= atOnce.kept + 2 ? [] : [`${late.kept} was charged, and ${atOnce.kept} at once`]),
    ],
    terms,
    { of, plan, mood, wait, silence, after, change },
    ...statements,
  )
  return true
}

const chargesOf = ({ payments }: Statement): number =>
  payments.filter(({ status, amount }) => amount > 0 && ['AUTHORIZED', 'SETTLING', 'SETTLED'].includes(status)).length
