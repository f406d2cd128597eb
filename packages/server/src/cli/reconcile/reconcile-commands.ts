import { Problem } from '@billing-checkout/contract'
import { databaseTroubleOf } from '@billing-checkout/database/errors'
import { errorMessageOf } from '../../billing/back-off.ts'
import {
  closeDifference,
  findOpenDifferences,
  presentDifference,
} from '../../billing/reconcile/days/open-differences.ts'
import { type ReconciledDay, reconcileDay } from '../../billing/reconcile/days/reconcile-day.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import type { CommandContext, CommandTable } from '../command-context.ts'
import { type DecisionInput, readDecision } from '../operator/decision-input.ts'

/** The day to compare with the books. */
export interface ReconcileInput {
  /** YYYY-MM-DD, in UTC. */
  readonly day: string
  /** The connection to compare; absent: all connections. */
  readonly connection?: string
}

/** The report of a day, as it is printed. */
export interface ReconcileReport {
  /** Whether every connection was compared. */
  readonly ok: boolean
  readonly day: string
  readonly connections: readonly DaySummary[]
  readonly differences: readonly object[]
  readonly not_compared: readonly { readonly connection: string; readonly reason: string }[]
}

interface DaySummary {
  readonly connection: string
  readonly complete: boolean
  readonly movements: number
  readonly booked: number
  readonly sums: readonly { readonly currency: string; readonly fees: number; readonly net: number }[]
  readonly payouts: readonly object[]
  /** The payments and refunds of the day. */
  readonly entries: readonly { readonly payment_id: string; readonly kind: string }[]
}

/** Commands that compare processors' reports with the books. */
export const reconcileCommands = {
  reconcile: (context, asked: ReconcileInput) => reconcileConnections(context, asked),

  /** Lists the differences that no operator has closed. */
  'difference list': async ({ store }) => ({
    data: (await findOpenDifferences(store.database.db, shownMax)).map(presentDifference),
  }),

  /** Closes a difference that an operator has dealt with. */
  'difference close': ({ store }, { id, ...by }: DecisionInput) =>
    closeDifference(store.database.db, id, readDecision(by)),
} satisfies CommandTable

/**
 * Compares a day's processor reports with the books, and shows costs and differences. If a processor cannot be queried or its connection is
 * paused, the other connections are still compared, and `ok` is false.
 */
const reconcileConnections = async (
  context: CommandContext,
  { day, connection }: ReconcileInput,
): Promise<ReconcileReport> => {
  const { billing } = context.billing
  const { db } = context.store.database
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new Problem('invalid_parameter', `--day must be a day as YYYY-MM-DD, got ${JSON.stringify(day)}.`)
  if (day > context.wallClock().slice(0, 10)) throw new Problem('invalid_parameter', `${day} has not begun yet.`)
  const { stoppedConnections } = billing.processors
  const days: ReconciledDay[] = []
  const notCompared: ReconcileReport['not_compared'][number][] = []
  for (const each of await connectionsToCompare(context, connection)) {
    const holdUp = stoppedConnections.get(each)
    try {
      if (holdUp !== undefined) notCompared.push({ connection: each, reason: holdUp })
      else days.push(await reconcileDay(billing, { connection: each, day }))
    } catch (error) {
      if (databaseTroubleOf(error) !== undefined) throw error
      notCompared.push({ connection: each, reason: `The processor gave no count of ${day}: ${errorMessageOf(error)}` })
    }
  }
  const names = days.map((each) => each.connection)
  return {
    ok: notCompared.length === 0,
    day,
    connections: await Promise.all(days.map((each) => summarize(db, each))),
    differences: (await findOpenDifferences(db, shownMax))
      .filter((each) => each.day === day && names.includes(each.connection))
      .map(presentDifference),
    not_compared: notCompared,
  }
}

/** The connection that the operator named; if none was named, all connections that are not disabled. */
const connectionsToCompare = async (
  { billing: { billing }, store }: CommandContext,
  asked: string | undefined,
): Promise<readonly string[]> => {
  const ids = billing.processors.all.map(({ id }) => id)
  if (asked !== undefined && !ids.includes(asked))
    throw new Problem('not_found', `There is no connection ${JSON.stringify(asked)}; there is ${ids.join(', ')}.`)
  if (asked !== undefined) return [asked]
  const disabled = await acrossOrganizations(store.database.db, 'operator')
    .selectFrom('connections')
    .select('id')
    .where('state', '=', 'disabled')
    .execute()
  return ids.filter((id) => !disabled.some((row) => row.id === id))
}

const shownMax = 1000

const summarize = async (database: Database, { connection, day, ...compared }: ReconciledDay): Promise<DaySummary> => {
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
    complete: compared.isComplete,
    movements: compared.movements,
    booked: entries.length,
    sums: [...byCurrency].map(([currency, each]) => ({
      currency,
      fees: each.reduce((sum, { fee }) => sum + fee, 0),
      net: each.reduce((sum, { net }) => sum + net, 0),
    })),
    payouts: compared.payouts.map(({ id, amount, currency, state, arrivesAt, movements }) => ({
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
