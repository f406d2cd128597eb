import { performAction } from './actions.ts'
import { type Law, throwBroken, moveToNextCharge, wasCarriedOut } from './law.ts'
import { type LawShop, openLawShop } from './law-shop.ts'
import { readStatement, type Statement } from './statement.ts'
import { drawPaidPeriod } from './up-and-down.ts'

/** Law: a change that is scheduled and revoked changes nothing, neither now nor at the next charge. */
export const scheduledAndTakenBack: Law = async (billing, chance) => {
  const { terms, begin } = drawPaidPeriod(chance)
  const step = 1 + chance.below(3)
  const statements: Statement[] = []
  const shop = await openLawShop(billing, terms)
  const customer = shop.customers[0]!
  const before = await begin(shop, customer)
  if (before === undefined) return false
  const goBack = await shop.remember()
  for (const isScheduled of [false, true]) {
    await goBack()
    if (isScheduled) {
      if (!wasCarriedOut(await performAction(shop, customer, { kind: 'schedule', plan: (before.plan + step) % 4 })))
        return false
      if (!wasCarriedOut(await performAction(shop, customer, { kind: 'undo' }))) return false
    }
    statements.push(await readStatement(shop, customer), await moveToNextCharge(shop, customer))
  }
  const [stayed, charged, undone, chargedAfter] = statements as [Statement, Statement, Statement, Statement]
  throwBroken(
    [...differencesOf(stayed, undone), ...differencesOf(charged, chargedAfter)],
    terms,
    { step },
    ...statements,
  )
  return true
}

/** Law: a change scheduled for the end of the period has the same result as a manual change in the period's last second. */
export const scheduledOrByHand: Law = async (billing, chance) => {
  const { terms, begin } = drawPaidPeriod(chance)
  const step = 1 + chance.below(3)
  const isDeclined = chance.happens(0.3)
  const statements: Statement[] = []
  const shop = await openLawShop(billing, terms)
  const customer = shop.customers[0]!
  const before = await begin(shop, customer)
  if (before === undefined) return false
  const goBack = await shop.remember()
  for (const isScheduled of [false, true]) {
    await goBack()
    const plan = (before.plan + step) % 4
    if (isScheduled && !wasCarriedOut(await performAction(shop, customer, { kind: 'schedule', plan }))) return false
    await toLastSecond(shop, before)
    if (!isScheduled && !wasCarriedOut(await performAction(shop, customer, { kind: 'switch', plan }))) return false
    if (isDeclined) await performAction(shop, customer, { kind: 'bank', mood: 'declines' })
    statements.push(await moveToNextCharge(shop, customer))
    if (isDeclined) await performAction(shop, customer, { kind: 'bank', mood: 'approves' })
    statements.push(await moveToNextCharge(shop, customer))
  }
  const [byHand, later, scheduled, laterScheduled] = statements as [Statement, Statement, Statement, Statement]
  throwBroken(
    [...differencesOf(byHand, scheduled), ...differencesOf(later, laterScheduled)],
    terms,
    { step, isDeclined },
    ...statements,
  )
  return true
}

const toLastSecond = async (shop: LawShop, { end }: Statement): Promise<void> => {
  await shop.moveTo(Math.max(end - 1000, shop.now()))
}

const differencesOf = (one: Statement, other: Statement): string[] =>
  (
    [
      'status',
      'plan',
      'price',
      'start',
      'end',
      'next',
      'anchor',
      'trialEnd',
      'cost',
      'balance',
      'paid',
      'kept',
    ] as const
  ).flatMap((name) => (one[name] === other[name] ? [] : [`${name}: ${one[name]} and ${other[name]}`]))
