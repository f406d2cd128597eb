import type { Chance } from '../chance.ts'
import { performAction, type LifeAction } from './actions.ts'
import { allActions, drawActions, drawTerms, type TimedAction } from './draw-actions.ts'
import { type Law, throwBroken, wasCarriedOut } from './law.ts'
import { openLawShop, type LawShop } from './law-shop.ts'
import { readStatement, type Statement } from './statement.ts'

/** Allowed rounding error, in minor units, in the amounts of one action. */
const tolerance = 2

/**
 * Law: payments less refunds, disputes and lost money equal the cost of the used time plus the remaining credit. All credit comes from
 * payments, from each at most the money that was kept. After every payment is refunded, no credit is left.
 */
export const sourcesOfCredit: Law = async (billing, chance) => {
  const terms = drawTerms(chance)
  const life = drawActions(chance, terms, { actions: 2 + chance.below(5), among: allActions })
  const shop = await openLawShop(billing, terms)
  const customer = shop.customers[0]!
  const found: Found = { shop, customer, violations: [], history: [] }
  const begun = shop.now()
  for (const { after, action } of life) {
    await moveInSteps(found, begun + after * 1000)
    await performAndCheck(found, action)
  }
  await moveInSteps(found, shop.now() + chance.below(40) * dayMillis)
  await sendEverythingBack(found, chance)
  throwBroken(found.violations, terms, life satisfies readonly TimedAction[], ...found.history)
  return true
}

const dayMillis = 86_400_000

interface Found {
  readonly shop: LawShop
  readonly customer: string
  readonly violations: string[]
  readonly history: unknown[]
}

/** Moves the clock from charge to charge. Checks that each renewal charged the cost less credit, and that nothing else changed. */
const moveInSteps = async (found: Found, to: number): Promise<void> => {
  const { shop, customer } = found
  while (shop.now() < to && found.violations.length === 0) {
    const before = await readStatement(shop, customer)
    const next = before.next !== null && before.next > shop.now() ? before.next : to
    await shop.moveTo(Math.min(next, to))
    const after = await readStatement(shop, customer)
    note(found, 'time', before, after)
    if (before.id === null || hasLost(before, after) || isLost(before)) continue
    if (after.start === before.start) {
      const isSame = after.cost === before.cost && after.balance === before.balance
      if (!isSame) found.violations.push('Cost or credit changed while nothing happened.')
    } else expectSum(found, 'A renewal', after.kept - before.kept, after.balance - before.balance + after.cost)
  }
}

/**
 * Performs an action. Checks that a change gave the customer what they paid for, and that money sent back lowered their credit and unused
 * time by no more than its amount.
 */
const performAndCheck = async (found: Found, action: LifeAction): Promise<void> => {
  const { shop, customer, violations } = found
  if (violations.length > 0) return
  const before = await readStatement(shop, customer)
  const result = await performAction(shop, customer, action)
  const after = await readStatement(shop, customer)
  note(found, { action, result }, before, after)
  if (before.id === null || !wasCarriedOut(result)) return
  const paid = after.kept - before.kept
  const worth = worthOf(after, shop.now()) - worthOf(before, shop.now())
  if (action.kind === 'send back' || action.kind === 'send back a share') {
    if (worth > tolerance || worth < paid - tolerance) {
      violations.push(`${paid} went back, and the credit and the rest of the period are worth ${worth} more.`)
    }
  }
  if (action.kind !== 'change' || isLost(before)) return
  if (!action.mode.endsWith('immediately')) return expectSum(found, action.mode, paid, worth)
  if (before.status === 'cancelled') return
  const runs = before.status === 'active' || before.status === 'trial' || before.status === 'scheduled_for_cancellation'
  const isProrated = action.mode === 'prorated_immediately' && runs
  expectSum(found, action.mode, paid, isProrated ? worth : after.balance - before.balance + after.cost)
}

/** What a subscriber has paid for and not used yet: credit, and the rest of their period. */
const worthOf = ({ balance, cost, start, end }: Statement, now: number): number =>
  balance + (cost * Math.min(Math.max(end - now, 0), end - start)) / (end - start)

/** The part of {@link worthOf} that the books attribute to payments; undefined if there is no subscription. */
const worthFromPayments = ({ entries, paid, start, end }: Statement, now: number): number | undefined =>
  entries === undefined || paid === undefined
    ? undefined
    : entries.reduce((sum, { minor }) => sum + minor, 0) +
      worthOf({ balance: 0, cost: paid, start, end } as Statement, now)

const expectSum = ({ violations }: Found, what: string, paid: number, got: number): void => {
  if (Math.abs(paid - got) > tolerance) violations.push(`${what}: ${paid} was paid for ${got}.`)
}

/** Whether the money of a payment was lost between two statements. */
const hasLost = (before: Statement, after: Statement): boolean =>
  after.payments.some(
    ({ id, status }) =>
      status === 'FAILED' && before.payments.some((each) => each.id === id && each.status !== 'FAILED'),
  )

/** Whether the money for the running period never arrived. */
const isLost = ({ payments, paidBy }: Statement): boolean =>
  payments.some(({ id, status }) => id === paidBy && status === 'FAILED')

const note = (found: Found, what: unknown, before: Statement, after: Statement): void => {
  const { history, violations, shop } = found
  if (JSON.stringify(before) === JSON.stringify(after)) return
  history.push({ what, at: shop.now() }, after)
  violations.push(...violationsOfEntries(after, shop.now()))
}

const violationsOfEntries = (statement: Statement, now: number): string[] => {
  const { entries, paid, payments, paidBy } = statement
  if (entries === undefined || paid === undefined) return []
  const keptOf = (payment: string | null) => payments.find(({ id }) => id === payment)?.kept
  const ofOwn = entries.find(({ payment }) => payment === paidBy)?.minor ?? 0
  const fromPayments = worthFromPayments(statement, now)!
  // A period whose money never arrived is worth nothing, although the books contain the period's price.
  const worth = isLost(statement) ? statement.balance : worthOf(statement, now)
  return [
    ...entries.flatMap(({ payment, minor }) => {
      const kept = keptOf(payment)
      if (kept === undefined) return [`Credit comes from ${payment}, which is no payment of this customer.`]
      return minor > 0 && minor <= kept ? [] : [`Of ${payment} ${kept} is left, and ${minor} of it is credit.`]
    }),
    ...(new Set(entries.map(({ payment }) => payment)).size === entries.length ? [] : ['A payment is listed twice.']),
    ...(isLost(statement) || paid + ofOwn <= (keptOf(paidBy) ?? 0) + tolerance
      ? []
      : [`The period’s payment has ${keptOf(paidBy)} left; it paid ${paid}, and ${ofOwn} is credit.`]),
    ...(worth <= fromPayments + tolerance * 4
      ? []
      : [`${worth} of credit and time is left, and only ${fromPayments} has a source.`]),
  ]
}

/** Sends all money back, in a random order, and expects that no credit is left. */
const sendEverythingBack = async (found: Found, chance: Chance): Promise<void> => {
  const { shop, customer, violations } = found
  await shop.moveTo(shop.now() + 1000)
  const { payments } = await readStatement(shop, customer)
  const places = payments.flatMap(({ status, refundable }, place) =>
    status.startsWith('SETTL') && refundable > 0 ? [place] : [],
  )
  while (places.length > 0) {
    const [payment] = places.splice(chance.below(places.length), 1)
    await performAndCheck(found, {
      kind: 'send back',
      payment: payment!,
      amount: payments[payment!]!.refundable,
      way: 'merchant',
    })
  }
  const { balance, entries, payments: after } = await readStatement(shop, customer)
  if (violations.length > 0 || after.some(({ refundable }) => refundable > 0)) return
  if (balance > tolerance) violations.push(`All money went back, and ${balance} of credit is left.`)
  if (entries !== undefined && entries.length > 0)
    violations.push('All money went back, and payments are behind credit.')
}
