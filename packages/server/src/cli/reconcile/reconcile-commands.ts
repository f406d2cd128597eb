import { Problem } from '@billing-checkout/contract'
import { closeDifference, findOpenDifferences } from '../../billing/reconcile/days/open-differences.ts'
import { presentDifference } from '../../billing/reconcile/days/present-difference.ts'
import { type ReconciledDay, reconcileDay } from '../../billing/reconcile/days/reconcile-day.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import type { CommandContext } from '../command-context.ts'
import type { ByHandInput } from '../operator/obligation-commands.ts'
import { whoActs } from '../operator/who-acts.ts'

/** The day that is compared with the books. */
export interface ReconcileInput {
  /** YYYY-MM-DD, in UTC. */
  readonly day: string
  /** Absent: all. */
  readonly connection?: string
}

/** Compares a day with what the processors have counted on it, and shows its costs and differences. */
export const reconcileByOperator = async (
  { billing: { billing }, store, wallClock }: CommandContext,
  { day, connection }: ReconcileInput,
): Promise<object> => {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new Problem('invalid_parameter', `--day must be a day as YYYY-MM-DD, got ${JSON.stringify(day)}.`)
  if (day > wallClock().slice(0, 10)) throw new Problem('invalid_parameter', `${day} has not begun yet.`)
  const { all, heldConnections } = billing.processors
  const known = all.map(({ id }) => id).filter((id) => !heldConnections.has(id))
  if (connection !== undefined && !known.includes(connection))
    throw new Problem(
      'not_found',
      `There is no enabled connection ${JSON.stringify(connection)}; there is ${known.join(', ')}.`,
    )
  const days: ReconciledDay[] = []
  for (const each of connection === undefined ? known : [connection])
    days.push(await reconcileDay(billing, { connection: each, day }))
  const { db } = store.database
  const names = days.map((each) => each.connection)
  return {
    day,
    connections: await Promise.all(days.map((each) => summarize(db, each))),
    differences: (await findOpenDifferences(db, shownMax))
      .filter((each) => each.day === day && names.includes(each.connection))
      .map(presentDifference),
  }
}

/** Differences that no operator has resolved. */
export const listDifferences = async ({ store }: CommandContext): Promise<object> => ({
  data: (await findOpenDifferences(store.database.db, shownMax)).map(presentDifference),
})

/** Closes a difference that an operator has seen to. */
export const closeByOperator = ({ store }: CommandContext, { id, ...by }: ByHandInput): Promise<object> =>
  closeDifference(store.database.db, id, whoActs(by))

const shownMax = 1000

const summarize = async (database: Database, { connection, day, ...of }: ReconciledDay): Promise<object> => {
  const entries = await acrossOrganizations(database, 'operator')
    .selectFrom('bookedMovements')
    .selectAll()
    .where('connection', '=', connection)
    .where('day', '=', day)
    .orderBy('bookedAt')
    .orderBy('id')
    .execute()
  const byCurrency = Map.groupBy(entries, ({ balanceCurrency }) => balanceCurrency)
  return {
    connection,
    complete: of.isComplete,
    movements: of.movements,
    booked: entries.length,
    sums: [...byCurrency].map(([currency, each]) => ({
      currency,
      fees: each.reduce((sum, { fee }) => sum + fee, 0),
      net: each.reduce((sum, { net }) => sum + net, 0),
    })),
    payouts: of.payouts.map(({ id, amount, currency, state, arrivesAt, movements }) => ({
      id,
      amount,
      currency,
      state,
      arrives_at: arrivesAt,
      movements: movements.length,
    })),
    entries: entries.map((entry) => ({
      organization: entry.organizationId,
      payment_id: entry.paymentId,
      kind: entry.kind,
      transaction_id: entry.transactionId,
      amount: entry.amount,
      currency: entry.currencyCode,
      fee: entry.fee,
      net: entry.net,
      balance_currency: entry.balanceCurrency,
      booked_at: entry.bookedAt,
      available_at: entry.availableAt,
      arn: entry.arn,
      payout_id: entry.payoutId,
    })),
  }
}
