import { addDays, addSeconds, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { FoundRefund, FraudWarning, ProcessorDispute } from '../../processors/processor.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import { findWaitingConnections } from '../../store/reconcile-first/reconcile-first.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import { write } from '../../store/writes/write.ts'
import { errorMessageOf } from '../back-off.ts'
import type { Billing } from '../billing.ts'
import { secondsSince, type WaitingFor, type RunnableWork, runnableWorkOf } from '../worklist/work.ts'
import type { CompletedWork } from '../worklist/worklist.ts'
import { recordUnmatchedMoney } from '../differences/record-unmatched-money.ts'
import { disputeWork } from './query-disputes.ts'
import {
  type ChargedPayment,
  findChargedPayment,
  lookUpOwnRefunds,
  OwnRefundsUnknown,
  recordFoundRefund,
  recordFraudWarning,
} from './record-found-refund.ts'
import { recordDispute } from './record-dispute.ts'

/**
 * Imports what processors did to our charges. This kind of work has its own `run`, because one query returns changes of many organizations,
 * each committed in its own transaction. Also, a move of the sandbox clock queries every connection immediately.
 */
export const newsWork: RunnableWork = {
  name: 'news',
  clock: 'billing',
  everySeconds: 2,
  // A move of the sandbox clock looks for news at the times at which disputes are due.
  firstDueAt: runnableWorkOf(disputeWork).firstDueAt,
  overdueSeconds: ({ processors }) => secondsSince('wall', firstWaitingConnection(processors)),
  run: (billing, { isClockMoving }) => importProcessorNews(billing, isClockMoving),
}

/**
 * Imports from the processors what happened to our charges without a request of ours: disputes, refunds and fraud warnings. Every five
 * minutes, one of the servers queries each connection. If no attempt is open and all listed notifications have arrived, the server queries
 * only hourly, because Stripe allows few reads of an idle account. A refund whose notification was lost is still found within the hour.
 * `atOnce` queries all connections now. If anything could not be recorded, the next query covers the same time again. A connection that
 * must first be reconciled after a restore is skipped, because the database may lack the disputed charge. Returns the changes.
 */
export const importProcessorNews = async (billing: Billing, atOnce = false): Promise<readonly CompletedWork[]> => {
  const changed: CompletedWork[] = []
  for (const { connection, completeUntil } of await takeDue(billing, atOnce)) {
    try {
      changed.push(...(await importNews(billing, connection, completeUntil)))
    } catch (error) {
      billing.logger.warn(
        { connection, err: error },
        'could not import the news of a connection; the server will retry',
      )
      await saveCursor(billing, connection, { reason: errorMessageOf(error) })
    }
  }
  return changed
}

/** Makes a connection due for its next query now, unless it is due already. */
export const makeNewsDue = async (database: Database, connection: string): Promise<void> => {
  await sql`update news_of_connections set asked_at = least(asked_at, clock_timestamp() - ${secondsBetweenQueries})
    where connection = ${connection}`.execute(database)
}

interface QueriedConnection {
  readonly connection: string
  readonly completeUntil: Timestamp | null
}

const everySeconds = 300
const quietEverySeconds = 3600

/** SQL for the time between two queries of a connection, as an interval. */
const secondsBetweenQueries = sql`case when quiet then ${quietEverySeconds}::int else ${everySeconds}::int end * interval '1 second'`

/**
 * SQL for the earliest time at which a connection of this server is due for another query; null if none was ever queried. Connections that
 * must first be reconciled do not count.
 */
const firstWaitingConnection = ({ all }: WaitingFor['processors']) => sql<Timestamp | null>`(
  select min(asked_at + ${secondsBetweenQueries})
  from news_of_connections as known where connection = ${oneOf(all.map(({ id }) => id))}
    and not exists (select from reconcile_first where reconcile_first.connection = known.connection and since is not null))`

/** Leases the connections that are due, so that only one server queries each. */
const takeDue = async ({ database, processors }: Billing, atOnce: boolean): Promise<readonly QueriedConnection[]> => {
  const waiting = new Set((await findWaitingConnections(database)).map(({ connection }) => connection))
  const all = processors.all.map(({ id }) => id).filter((connection) => !waiting.has(connection))
  const recently = sql`clock_timestamp() - ${everySeconds} * interval '1 second'`
  const isQuiet = (row: string) => sql`${sql.table(row)}.quiet
    and ${sql.table(row)}.asked_at > clock_timestamp() - ${quietEverySeconds} * interval '1 second'
    and not exists (select from attempts where attempts.connection = ${sql.table(row)}.connection and attempts.state = 'open')`
  const { rows: asked } = atOnce
    ? { rows: [] }
    : await sql<QueriedConnection>`select connection from news_of_connections
        where asked_at > ${recently} or (${isQuiet('news_of_connections')})`.execute(database)
  const recent = new Set(asked.map(({ connection }) => connection))
  const due = all.filter((connection) => !recent.has(connection))
  if (due.length === 0) return []
  const { rows } = await sql<QueriedConnection>`
    insert into news_of_connections as known (connection, asked_at)
      select connection, clock_timestamp() from unnest(${due}::text[]) as connection
    on conflict (connection) do update set asked_at = clock_timestamp()
      where ${atOnce} or known.asked_at is null or (known.asked_at <= ${recently} and not coalesce(${isQuiet('known')}, false))
    returning connection, complete_until`.execute(database)
  return rows
}

const importNews = async (
  billing: Billing,
  connection: string,
  completeUntil: Timestamp | null,
): Promise<readonly CompletedWork[]> => {
  const { database, processors, wallClock } = billing
  const begun = wallClock()
  const at = await readBillingClock(database)
  const since = completeUntil === null ? firstOfAll : addSeconds(completeUntil, -overlapSeconds)
  const changed: CompletedWork[] = []
  const troubles: unknown[] = []
  const recordEach = async <Listed>(
    record: (billing: Billing, charged: ChargedOver, listed: Listed) => Promise<string | undefined>,
    all: readonly Listed[],
    transactionOf: (listed: Listed) => string,
  ) => {
    for (const listed of all) {
      try {
        const charged = await findChargedPayment(database, connection, transactionOf(listed))
        const what = charged && (await record(billing, { ...charged, connection }, listed))
        if (charged && what) changed.push({ organizationId: charged.organizationId, id: charged.paymentId, what })
      } catch (error) {
        troubles.push(error)
      }
    }
  }
  let isQuiet = false
  for (let page: string | undefined; ;) {
    const {
      disputes,
      refunds,
      warnings = [],
      notifications,
      next,
    } = await processors.of(connection).news(since, at, page)
    if (notifications !== undefined) isQuiet = await haveAllArrived(billing, connection, notifications)
    const news = await withoutKnown(billing, connection, disputes)
    await recordEach(recordListed, news, ({ transactionId }) => transactionId)
    await recordEach(bookFound, refunds, ({ of }) => of)
    await recordEach(saveWarning, warnings, ({ transactionId }) => transactionId)
    if (next === null) break
    if (next === page) throw new Error('The processor returned the same page of its news twice.')
    page = next
  }
  await saveCursor(
    billing,
    connection,
    troubles.length === 0
      ? { completeUntil: begun, reason: null, quiet: isQuiet }
      : { reason: errorMessageOf(troubles[0]), quiet: false },
  )
  if (troubles.length > 0) {
    billing.logger.warn(
      { connection, err: troubles[0] },
      'could not record all news of a connection; the server will query them again',
    )
  }
  return changed
}

/** Whether every notification that a processor lists has been received. */
const haveAllArrived = async (
  { database }: Billing,
  connection: string,
  notifications: readonly string[],
): Promise<boolean> => {
  if (notifications.length === 0) return true
  const arrived = await acrossOrganizations(database, 'processor report')
    .selectFrom('notifications')
    .select('id')
    .where('connection', '=', connection)
    .where('id', '=', oneOf(notifications))
    .execute()
  return arrived.length === new Set(notifications).size
}

/** The disputes that are new or whose status has changed. All others, which are most of a list, need no look-up of their payment. */
const withoutKnown = async (
  { database }: Billing,
  connection: string,
  disputes: readonly ProcessorDispute[],
): Promise<readonly ProcessorDispute[]> => {
  if (disputes.length === 0) return []
  const known = await acrossOrganizations(database, 'processor report')
    .selectFrom('disputes')
    .select(['processorId', 'status'])
    .where('connection', '=', connection)
    .where('processorId', '=', oneOf(disputes.map(({ disputeId }) => disputeId)))
    .execute()
  const statusOf = new Map(known.map(({ processorId, status }) => [processorId, status]))
  return disputes.filter(({ disputeId, status }) => statusOf.get(disputeId) !== status)
}

/** A time before any charge of this software. */
const firstOfAll = '2020-01-01T00:00:00.000Z'
/** Seconds by which queries overlap, so that an object created while one query runs is found by the next query. */
const overlapSeconds = 3600

/** A payment that the news of a connection concerns, and that connection. */
type ChargedOver = ChargedPayment & { readonly connection: string }

const recordListed = (
  { database }: Billing,
  { organizationId, paymentId, connection }: ChargedOver,
  dispute: ProcessorDispute,
): Promise<string | undefined> => {
  const subject = { paymentId, connection, disputeId: dispute.disputeId }
  return write(database, organizationId, (work) => recordDispute(work, subject, dispute))
}

const saveWarning = async (
  { database, observer }: Billing,
  { organizationId, paymentId, connection }: ChargedOver,
  warning: FraudWarning,
): Promise<string | undefined> => {
  const isNews = await write(database, organizationId, (work) =>
    recordFraudWarning(work, { paymentId, connection }, warning),
  )
  if (!isNews) return undefined
  observer.fraudWarned(connection)
  return 'payment.fraud_warning'
}

/**
 * Books a refund that was made at the processor. If the refund exceeds what is left of the payment, this first looks up our own refunds,
 * because one of them may have failed. A refund that can never be booked is recorded as unmatched money.
 */
const bookFound = async (
  billing: Billing,
  { organizationId, paymentId, connection }: ChargedOver,
  refund: FoundRefund,
): Promise<string | undefined> => {
  const book = () =>
    write(billing.database, organizationId, (work) => recordFoundRefund(work, { paymentId, connection }, refund))
  const found = await book().catch(async (error: unknown) => {
    if (!(error instanceof OwnRefundsUnknown)) throw error
    await lookUpOwnRefunds(billing, connection, paymentId)
    return book().catch(async (again: unknown) => {
      if (!(again instanceof OwnRefundsUnknown) || isYoung(billing, refund)) throw again
      return { cannot: 'more would be refunded than was captured' }
    })
  })
  if (found === 'booked') return 'refund.found'
  if (found === 'known') return undefined
  const { transactionId, amount, currency, at } = refund
  const moved = { connection, reference: transactionId, transactionId, kind: 'refund', amount, currency, at } as const
  await write(billing.database, organizationId, (work) =>
    recordUnmatchedMoney(
      billing,
      work,
      { ...moved, subject: paymentId },
      `a refund was found and cannot be booked: ${found.cannot}`,
    ),
  )
  return undefined
}

/**
 * Whether a found refund is less than a day old. A young refund that exceeds what is left of its payment may still fit later, because our
 * own refunds may fail.
 */
const isYoung = ({ wallClock }: Billing, { at }: FoundRefund): boolean => addDays(at, 1) > wallClock()

const saveCursor = async (
  { database }: Billing,
  connection: string,
  columns: { readonly completeUntil?: Timestamp; readonly reason?: string | null; readonly quiet?: boolean },
): Promise<void> => {
  await database.updateTable('newsOfConnections').set(columns).where('connection', '=', connection).execute()
}
