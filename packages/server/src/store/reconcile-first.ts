import { Problem } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { type Selectable, sql } from 'kysely'
import type { Database } from './database.ts'
import { recordOperatorAction } from './operator-actions.ts'
import type { ReconcileFirstTable } from './schema/reconcile-first.ts'

type Row = Selectable<ReconcileFirstTable>

/** A connection over which nothing moves money until its processor's transactions have been compared with the books. */
export type WaitingConnection = Row & {
  readonly [Known in 'since' | 'why' | 'setBy' | 'lastCommitAt']: NonNullable<Row[Known]>
}

/** The connections that wait; hardly ever any. */
export const findWaitingConnections = async (database: Database): Promise<readonly WaitingConnection[]> =>
  (await database
    .selectFrom('reconcileFirst')
    .selectAll()
    .where('since', 'is not', null)
    .orderBy('connection')
    .execute()) as WaitingConnection[]

/** Makes connections known, so that a changed database is noticed for all of them. */
export const rememberConnections = async (database: Database, connections: readonly string[]): Promise<void> => {
  await database
    .insertInto('reconcileFirst')
    .values(connections.map((connection) => ({ connection })))
    .onConflict((known) => known.column('connection').doNothing())
    .execute()
}

/** Every connection that was ever used. */
export const findKnownConnections = async (database: Database): Promise<readonly string[]> => {
  const known = await database.selectFrom('reconcileFirst').select('connection').orderBy('connection').execute()
  return known.map(({ connection }) => connection)
}

/** Who sets or clears it, and why. */
export interface Decided {
  readonly who: string
  readonly why: string
}

/**
 * Makes a connection wait: once this has returned, no transaction that would move money over it commits any more. It waits for
 * those that are about to. `lastCommitAt` is up to when the database certainly knows everything.
 */
export const setReconcileFirst = async (
  database: Database,
  connection: string,
  { who, why, lastCommitAt }: Decided & { readonly lastCommitAt?: Timestamp | undefined },
): Promise<void> => {
  await sql`select set_reconcile_first(${connection}, ${why}, ${who},
    coalesce(${lastCommitAt ?? null}::timestamptz, (select alive_at from database_identity), clock_timestamp()))`.execute(
    database,
  )
}

/**
 * Lets money move over a connection again; what is unmatched counts as seen to. Answers whether it did: not where it was set
 * again since, or is not set at all.
 */
export const clearReconcileFirst = (
  database: Database,
  { connection, round }: Pick<WaitingConnection, 'connection' | 'round'>,
  { who, why }: Decided,
): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
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
      .set({ since: null, why: null, setBy: null, lastCommitAt: null, trouble: null })
      .where('connection', '=', connection)
      .execute()
    const unmatched = await markSeen(transaction, connection)
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

/** What is unmatched on a connection that moves money counts as seen to. Answers whether there was any. */
export const clearUnmatched = (database: Database, connection: string, { who, why }: Decided): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    const unmatched = await markSeen(transaction, connection)
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

/** Answers the references. */
const markSeen = async (database: Database, connection: string): Promise<readonly string[]> => {
  const cleared = await database
    .updateTable('unmatchedTransactions')
    .set({ clearedAt: sql<Timestamp>`clock_timestamp()` })
    .where('connection', '=', connection)
    .where('clearedAt', 'is', null)
    .returning('reference')
    .execute()
  return cleared.map(({ reference }) => reference)
}

/** What the schema's refusal to move money means for whoever asked. */
export const explainWaiting = (error: unknown): unknown =>
  (error as { code?: unknown } | null)?.code === 'P0R01' ? new ConnectionWaits() : error

/** That no money moves for now: it is nobody's fault, and passes. */
export class ConnectionWaits extends Problem {
  constructor() {
    super(
      'unavailable',
      'No payment can be made until what the processor did has been compared with the books; try again later.',
      { retryAfterSeconds: 60 },
    )
  }
}
