import { addSeconds, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { longestLease } from '../../processors/lease-seconds.ts'
import type { ListedTransaction } from '../../processors/processor.ts'
import type { Processors } from '../../processors/processors.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import { clearReconcileFirst, type WaitingConnection } from '../../store/reconcile-first/reconcile-first.ts'
import { queryReference } from '../attempts/query-processor.ts'
import { errorMessageOf } from '../back-off.ts'
import type { Billing } from '../billing.ts'
import { secondsSince, type RunnableWork } from '../worklist/work.ts'
import { bookLostRenewals } from './book-lost-renewals.ts'
import { countUnmatched, recordUnmatched } from './unmatched-transactions.ts'

/**
 * Reconciles the connections that must not charge before they are reconciled. This kind of work has its own `run`, because a waiting
 * connection moves no money and must not wait long: if a server dies or the processor does not answer, a server compares again after half a
 * minute. A lease of the worklist would have to last until the longest list is read, and the worklist defers failed work longer each time.
 */
export const reconcileFirstWork: RunnableWork = {
  name: 'reconcile_first',
  clock: 'wall',
  everySeconds: 5,
  firstDueAt: sql`(select min(coalesce(due_at, since)) from reconcile_first where since is not null)`,
  overdueSeconds: ({ processors }) =>
    secondsSince(
      'wall',
      sql`(select min(greatest(due_at, ${endOfCalls(processors)})) from reconcile_first where since is not null)`,
    ),
  run: async (billing) => {
    await reconcileConnections(billing)
    return []
  },
}

/**
 * Reconciles every connection for which this is due. Compares the processor's list with the books, from an hour before the time up to which
 * the database is certainly complete. If a listed transaction has an open attempt, this finishes the attempt as usual. Money without an
 * attempt is reported to the operator. Once the books contain every listed transaction, or an operator has cleared the connection, it may
 * move money again. If a connection's transactions cannot be listed, it holds up only itself and is tried again (DECISIONS 61).
 */
export const reconcileConnections = async (billing: Billing): Promise<void> => {
  for (const connection of await takeDue(billing)) {
    try {
      await reconcileConnection(billing, connection)
    } catch (error) {
      billing.logger.error({ connection: connection.connection, err: error }, 'a connection could not be reconciled')
      await noteTrouble(billing.database, connection, errorMessageOf(error))
    }
  }
}

/**
 * Leases the connections that are due. Calls that were in flight when a connection began to wait must have ended first, because the
 * processor's list may not contain them yet.
 */
const takeDue = async ({ database, processors }: Billing): Promise<readonly WaitingConnection[]> => {
  const { rows } = await sql<WaitingConnection>`update reconcile_first set due_at = clock_timestamp()
      + case when listed_at is null then interval '30 seconds' else interval '5 minutes' end
    where ${endOfCalls(processors)} <= clock_timestamp() and (due_at is null or due_at <= clock_timestamp())
    returning *`.execute(database)
  return rows
}

/** SQL for the time by which every call has ended that was in flight when the connection began to wait (`since`). */
const endOfCalls = (processors: Processors) => sql`since + ${longestLease(processors, 2)} * interval '1 second'`

const reconcileConnection = async (billing: Billing, waiting: WaitingConnection): Promise<void> => {
  const { connection, round, lastCommitAt } = waiting
  const { database, processors, logger } = billing
  const since = addSeconds(lastCommitAt, -3600)
  const listed = await listAll(processors, connection, since)
  await finishOpen(billing, connection, listed)
  await bookLostRenewals(
    billing,
    connection,
    lostOf(listed, await findAttempts(database, connection, [...listed.keys()])),
  )
  // A charge that just finished may have recorded a capture that the list also contains.
  await finishOpen(billing, connection, listed)
  const known = await findAttempts(database, connection, [...listed.keys()])
  await recordUnmatched(billing, connection, [...lostOf(listed, known).values()])
  const open = [...known.values()].filter(({ state }) => state === 'open').length
  if (open > 0) throw new Error(`The processor does not yet report the outcome of ${open} of its transactions.`)
  await noteListed(database, waiting)
  if ((await countUnmatched(database, connection)) > 0) return
  const why = `All ${listed.size} transactions since ${since} are in the books.`
  if (await clearReconcileFirst(database, { connection, round }, { who: 'system', why })) {
    logger.info({ connection, transactions: listed.size, since }, 'a connection was reconciled, and moves money again')
  }
}

type Listed = ReadonlyMap<string, ListedTransaction>

/** Finishes the listed calls whose attempts are open. */
const finishOpen = async (billing: Billing, connection: string, listed: Listed): Promise<void> => {
  const found = await findAttempts(billing.database, connection, [...listed.keys()])
  for (const { processorKey, state } of found.values()) {
    if (state === 'open') await queryReference(billing, connection, processorKey)
  }
}

const lostOf = (listed: Listed, inBooks: ReadonlyMap<string, unknown>): Listed =>
  new Map([...listed].filter(([reference]) => !inBooks.has(reference)))

/** The attempts that were made under these references, by reference. */
const findAttempts = async (database: Database, connection: string, references: readonly string[]) => {
  const found = new Map<string, { readonly processorKey: string; readonly state: string }>()
  for (let from = 0; from < references.length; from += chunk) {
    const attempts = await acrossOrganizations(database, 'processor report')
      .selectFrom('attempts')
      .select(['processorKey', 'state'])
      .where('connection', '=', connection)
      .where('processorKey', '=', oneOf(references.slice(from, from + chunk)))
      .execute()
    for (const attempt of attempts) found.set(attempt.processorKey, attempt)
  }
  return found
}

const chunk = 1000

const noteListed = async (database: Database, { connection, round }: WaitingConnection): Promise<void> => {
  // If the books still lack listed transactions, only an operator can explain them. So the list is read again only after five minutes.
  await sql`update reconcile_first set listed_at = clock_timestamp(), reason = null, due_at = clock_timestamp() + interval '5 minutes'
    where connection = ${connection} and round = ${round}`.execute(database)
}

const noteTrouble = async (
  database: Database,
  { connection, round }: WaitingConnection,
  reason: string,
): Promise<void> => {
  await sql`update reconcile_first set reason = ${reason}
    where connection = ${connection} and round = ${round}`.execute(database)
}

/** Everything that a connection's processor lists since a time, by reference, page by page. */
const listAll = async (
  processors: Processors,
  connection: string,
  since: Timestamp,
): Promise<ReadonlyMap<string, ListedTransaction>> => {
  const listed = new Map<string, ListedTransaction>()
  for (let page: string | undefined; ;) {
    const { transactions, next } = await processors.of(connection).list(since, page)
    for (const transaction of transactions) listed.set(transaction.reference, transaction)
    if (next === null) return listed
    if (next === page) throw new Error('The processor lists the same page repeatedly.')
    page = next
  }
}
