import { Problem } from '@billing-checkout/contract'
import { transactWithRetries } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../database.ts'
import { recordOperatorAction } from '../audit/operator-actions.ts'
import type { ReconcileFirstTable } from '../schema/reconcile-first.ts'

/**
 * Thrown if nothing may be sent over a connection now: a 503 with the advice to retry after a minute. Work that belongs to the connection
 * waits and is not sent elsewhere. Only a sealed card, which belongs to no connection, is charged over the next route (DECISIONS 3).
 */
export class ConnectionUnavailable extends Problem {
  readonly connection: string

  constructor(connection: string, message = 'The connection to the processor is paused or disabled; try again later.') {
    super('unavailable', message, { retryAfterSeconds: 60 })
    this.connection = connection
  }
}

type Row = Selectable<ReconcileFirstTable>

/**
 * A connection that must be reconciled: no money moves over it until its processor's transactions have been compared with our books
 * (DECISIONS 61).
 */
export type WaitingConnection = Row & {
  readonly [Known in 'since' | 'why' | 'setBy' | 'lastCommitAt']: NonNullable<Row[Known]>
}

/** Finds the connections that must be reconciled; usually none. */
export const findWaitingConnections = async (database: Database): Promise<readonly WaitingConnection[]> =>
  (await database
    .selectFrom('reconcileFirst')
    .selectAll()
    .where('since', 'is not', null)
    .orderBy('connection')
    .execute()) as WaitingConnection[]

/** Registers connections. If the database is replaced later, every registered connection must be reconciled. */
export const registerConnections = async (database: Database, connections: readonly string[]): Promise<void> => {
  // A live server has no connections before the operator adds the first, and an insert needs a row.
  if (connections.length === 0) return
  await database
    .insertInto('reconcileFirst')
    .values(connections.map((connection) => ({ connection })))
    .onConflict((known) => known.column('connection').doNothing())
    .execute()
}

/** Finds every connection that a server has ever opened or been started with. */
export const findKnownConnections = async (database: Database): Promise<readonly string[]> => {
  const known = await database.selectFrom('reconcileFirst').select('connection').orderBy('connection').execute()
  return known.map(({ connection }) => connection)
}

/** The operator, or `system`, that made a decision, and the reason. */
export interface OperatorDecision {
  readonly who: string
  readonly why: string
}

/**
 * Makes a connection wait until it is reconciled. Before this returns, it waits for transactions that are about to move money over the
 * connection; afterwards no such transaction commits. `lastCommitAt` is the time up to which the database is certainly complete; absent:
 * when the database was last known to be alive.
 */
export const setReconcileFirst = async (
  database: Database,
  connection: string,
  { who, why, lastCommitAt }: OperatorDecision & { readonly lastCommitAt?: Timestamp | undefined },
): Promise<void> => {
  await sql`select set_reconcile_first(${connection}, ${why}, ${who},
    coalesce(${lastCommitAt ?? null}::timestamptz, (select alive_at from database_identity), clock_timestamp()))`.execute(
    database,
  )
}

/**
 * Lets money move over a connection again and marks its unmatched transactions as cleared. Returns false if the connection does not wait,
 * or was made to wait again in the meantime.
 */
export const clearReconcileFirst = (
  database: Database,
  { connection, round }: Pick<WaitingConnection, 'connection' | 'round'>,
  { who, why }: OperatorDecision,
): Promise<boolean> =>
  transactWithRetries(database, async (transaction) => {
    const before = await transaction
      .selectFrom('reconcileFirst')
      .selectAll()
      .where('connection', '=', connection)
      .where('round', '=', round)
      .where('since', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (before === undefined) return false
    await transaction
      .updateTable('reconcileFirst')
      .set({ since: null, why: null, setBy: null, lastCommitAt: null, reason: null })
      .where('connection', '=', connection)
      .execute()
    const unmatched = await markCleared(transaction, connection)
    await recordOperatorAction(transaction, {
      organizationId: null,
      who,
      what: 'reconcile_first.cleared',
      subject: connection,
      before,
      after: { unmatched },
      why,
    })
    return true
  })

/**
 * Marks as cleared the unmatched transactions of a connection that does not wait; the caller checks this. Returns whether there were any.
 */
export const clearUnmatched = (
  database: Database,
  connection: string,
  { who, why }: OperatorDecision,
): Promise<boolean> =>
  transactWithRetries(database, async (transaction) => {
    const unmatched = await markCleared(transaction, connection)
    if (unmatched.length === 0) return false
    await recordOperatorAction(transaction, {
      organizationId: null,
      who,
      what: 'unmatched_transactions.cleared',
      subject: connection,
      before: null,
      after: { unmatched },
      why,
    })
    return true
  })

/** Marks as cleared the unmatched transactions of a connection, and returns their references. */
const markCleared = async (database: Database, connection: string): Promise<readonly string[]> => {
  const cleared = await database
    .updateTable('unmatchedTransactions')
    .set({ clearedAt: sql<Timestamp>`clock_timestamp()` })
    .where('connection', '=', connection)
    .where('clearedAt', 'is', null)
    .returning('reference')
    .execute()
  return cleared.map(({ reference }) => reference)
}

/** Turns the schema's refusal to move money over a connection into the problem that the caller gets; returns other errors unchanged. */
export const explainWaiting = (error: unknown, connection: string): unknown => {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  if (code === 'P0R02') return new ConnectionUnavailable(connection)
  return code === 'P0R01' ? new ConnectionNotReconciled(connection) : error
}

/** Thrown if a connection must be reconciled before money moves over it; the caller may retry later. */
export class ConnectionNotReconciled extends ConnectionUnavailable {
  constructor(connection: string) {
    super(
      connection,
      'No payment can be made until what the processor did has been compared with the books; try again later.',
    )
  }
}
