import { isAuthorizedOrCaptured, findMatchingRule, type RiskRule, addDays } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import { cardFacts, countPayments, statedCountriesOf } from './find-blocking-rule.ts'

/** The effect that a set of rules would have had on the payments of the last 30 days. */
export interface RulesReplay {
  readonly since: string
  /** Number of payments that the rules were applied to. */
  readonly payments: number
  readonly blocked: number
  readonly rules: readonly ReplayedRule[]
}

/** The payments that one rule would have blocked. */
export interface ReplayedRule {
  readonly name: string
  readonly blocked: number
  /** Number of the blocked payments that were in fact paid: sales that the rule would have prevented. */
  readonly paid: number
  /** The sum of the payments counted in `paid`, in US cents. */
  readonly amount_usd: number
  /** Ids of up to ten blocked payments. */
  readonly examples: readonly string[]
}

const days = 30
const pageSize = 500

/**
 * Applies rules to every payment of the last 30 days, with the facts of that time, but the customer's present addresses. Changes nothing.
 */
export const replayRules = async (db: OrganizationDatabase, rules: readonly RiskRule[]): Promise<RulesReplay> => {
  const since = addDays(await readBillingClock(db), -days)
  const replays = new Map<string, ReplayedRule>(rules.map(({ name }) => [name, nothingYet(name)]))
  let payments = 0
  for await (const payment of paymentsSince(db, since)) {
    payments += 1
    const rule = await ruleFor(db, rules, payment)
    if (rule !== undefined)
      replays.set(rule.name, withPayment(replays.get(rule.name) ?? nothingYet(rule.name), payment))
  }
  const replayed = [...replays.values()]
  return { since, payments, blocked: replayed.reduce((sum, { blocked }) => sum + blocked, 0), rules: replayed }
}

const nothingYet = (name: string): ReplayedRule => ({ name, blocked: 0, paid: 0, amount_usd: 0, examples: [] })

type Replayed = Awaited<ReturnType<typeof loadPage>>[number]

const paymentsSince = async function* (db: OrganizationDatabase, since: string): AsyncGenerator<Replayed> {
  let after: readonly [string, string] = [since, '']
  for (;;) {
    const page = await loadPage(db, after)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = [last.createdAt, last.id]
  }
}

const loadPage = (db: OrganizationDatabase, [createdAt, id]: readonly [string, string]) =>
  db
    .selectFrom('payments')
    .innerJoin('customers', (join) => join.onRef('customers.id', '=', 'payments.customerId'))
    .leftJoin('clientSessions', (join) => join.onRef('clientSessions.id', '=', 'payments.sessionId'))
    .select([
      'payments.id',
      'payments.createdAt',
      'payments.customerId',
      'fingerprint',
      'addressHash',
      'amount',
      'amountUsd',
    ])
    .select(['currencyCode', 'paymentType', 'paymentStatus', 'paymentMethod', 'customers.address'])
    .select(['customers.taxAddress', 'clientSessions.members', 'clientSessions.taxAddress as saidAddress'])
    .where((row) => row(row.refTuple('payments.createdAt', 'payments.id'), '>', row.tuple(createdAt, id)))
    .orderBy('payments.createdAt')
    .orderBy('payments.id')
    .limit(pageSize)
    .execute()

const ruleFor = (
  db: OrganizationDatabase,
  rules: readonly RiskRule[],
  payment: Replayed,
): Promise<RiskRule | undefined> => {
  const counted = { customer: payment.customerId, card: payment.fingerprint, address: payment.addressHash }
  const applicable = payment.paymentType === 'CIT' ? rules : rules.filter(({ appliesToRenewals }) => appliesToRenewals)
  return findMatchingRule(
    applicable,
    {
      countries: statedCountriesOf({
        session: payment.members && { members: payment.members, taxAddress: payment.saidAddress },
        customer: payment,
        billingAddress: payment.paymentMethod?.billing_address,
      }),
      currency: payment.currencyCode,
      amount: payment.amount,
      amountUsd: payment.amountUsd,
      ...cardFacts(payment.paymentMethod?.details ?? null),
    },
    countPayments(db, counted, payment.createdAt, payment.createdAt),
  )
}

const withPayment = (rule: ReplayedRule, { id, paymentStatus, amountUsd }: Replayed): ReplayedRule => {
  const paid = isAuthorizedOrCaptured(paymentStatus)
  return {
    name: rule.name,
    blocked: rule.blocked + 1,
    paid: rule.paid + (paid ? 1 : 0),
    amount_usd: rule.amount_usd + (paid ? (amountUsd ?? 0) : 0),
    examples: rule.examples.length < 10 ? [...rule.examples, id] : rule.examples,
  }
}
