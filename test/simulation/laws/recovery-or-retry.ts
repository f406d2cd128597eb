import { performAction, type LifeAction } from './actions.ts'
import { drawActions, drawTerms, playActions, continuingActions } from './draw-actions.ts'
import { expectNear, type Law, throwBroken, moveToNextCharge } from './law.ts'
import { openLawShop } from './law-shop.ts'
import { readStatement, type Statement } from './statement.ts'

/** Law: a recovery at the checkout after lost money charges the same as the automatic retry. */
export const recoveryOrRetry: Law = async (billing, chance) => {
  const terms = drawTerms(chance)
  const life = drawActions(chance, terms, { actions: chance.below(4), among: continuingActions })
  const renews = chance.happens(0.5)
  const statements: Statement[] = []
  const shop = await openLawShop(billing, terms)
  const customer = shop.customers[0]!
  const doNow = (action: LifeAction) => performAction(shop, customer, action)
  await playActions(shop, customer, life)
  if (renews) await moveToNextCharge(shop, customer)
  if ((await doNow({ kind: 'lose money' })) !== 'done') return false
  await shop.moveTo(shop.now() + dayMillis)
  const { status, next } = await readStatement(shop, customer)
  if (status !== 'past_due' || next === null) return false
  const goBack = await shop.remember()
  for (const recovers of [false, true]) {
    await goBack()
    if (recovers) await doNow({ kind: 'recover' })
    else await shop.moveTo(next)
    const after = await readStatement(shop, customer)
    if (after.status !== 'active') return false
    statements.push(after)
  }
  const [retried, recovered] = statements as [Statement, Statement]
  // If a trial has ended by then, the retry also charges a period of the plan, so do not compare the two.
  if (retried.cost !== recovered.cost) return false
  throwBroken(
    expectNear('cash less credit', retried.kept - retried.balance, recovered.kept - recovered.balance, 0),
    terms,
    life,
    ...statements,
  )
  return true
}

const dayMillis = 86_400_000
