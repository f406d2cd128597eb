import { Problem } from '@billing-checkout/contract'
import { findUnmatchedTransactions } from '../../billing/reconcile/unmatched-transactions.ts'
import type { Database } from '../../store/database.ts'
import {
  clearReconcileFirst,
  clearUnmatched,
  type OperatorDecision,
  findKnownConnections,
  findWaitingConnections,
  setReconcileFirst,
  type WaitingConnection,
} from '../../store/reconcile-first/reconcile-first.ts'
import type { CommandTable } from '../command-context.ts'
import { readDecision } from '../operator/decision-input.ts'

/** Who acts, on which connection, and why. */
export interface ReconcileFirstInput extends OperatorDecision {
  /** The connection that `set` stops or `clear` lets charge again; absent: every connection. */
  readonly connection?: string
}

/** Commands for connections over which no money moves until their processors' transactions have been compared with the books. */
export const reconcileFirstCommands = {
  /** Makes connections wait: no money moves over them until their transactions have been compared with the books. */
  'reconcile-first set': async (
    { store },
    { connection, lastCommit, ...decided }: ReconcileFirstInput & { readonly lastCommit?: string },
  ) => {
    const { db } = store.database
    const lastCommitAt = lastCommit === undefined ? undefined : readTimestamp(lastCommit)
    for (const each of await namedConnections(db, connection)) {
      await setReconcileFirst(db, each, { ...readDecision(decided), lastCommitAt })
    }
    return showReconcileFirst(db)
  },

  'reconcile-first show': ({ store }) => showReconcileFirst(store.database.db),

  /** Lets waiting connections charge again, after an operator has dealt with the unmatched transactions. */
  'reconcile-first clear': async ({ store }, { connection, ...decided }: ReconcileFirstInput) => {
    const { db } = store.database
    const named = await namedConnections(db, connection)
    const waiting = new Map((await findWaitingConnections(db)).map((each) => [each.connection, each]))
    let cleared = 0
    for (const name of named) {
      const each = waiting.get(name)
      if (each !== undefined) await clear(db, each, decided)
      if (each !== undefined || (await clearUnmatched(db, name, readDecision(decided)))) cleared += 1
    }
    if (cleared === 0) throw new Problem('not_found', 'No such connection waits, and none has money without a record.')
    return showReconcileFirst(db)
  },
} satisfies CommandTable

/** Shows which connections wait, and the processors' transactions that the books do not have. */
const showReconcileFirst = async (db: Database): Promise<object> => {
  const [waiting, unmatched] = await Promise.all([findWaitingConnections(db), findUnmatchedTransactions(db, 1000)])
  return {
    waiting: waiting.map(({ connection, since, why, setBy, lastCommitAt, listedAt, reason }) => ({
      connection,
      since,
      why,
      set_by: setBy,
      last_commit_at: lastCommitAt,
      listed_at: listedAt,
      reason,
    })),
    unmatched: unmatched.map((transaction) => ({
      connection: transaction.connection,
      reference: transaction.reference,
      transaction_id: transaction.transactionId,
      kind: transaction.kind,
      amount: transaction.amount,
      currency: transaction.currencyCode,
      moved_at: transaction.movedAt,
      organization: transaction.organizationId,
      subject: transaction.subject,
    })),
  }
}

const clear = async (db: Database, waiting: WaitingConnection, decided: OperatorDecision): Promise<void> => {
  if (await clearReconcileFirst(db, waiting, readDecision(decided))) return
  throw new Problem(
    'not_found',
    `Connection ${waiting.connection} was set or cleared again just now: look at it first.`,
  )
}

const namedConnections = async (db: Database, connection: string | undefined): Promise<readonly string[]> => {
  const known = await findKnownConnections(db)
  if (connection === undefined) return known
  if (known.includes(connection)) return [connection]
  throw new Problem('not_found', `There is no connection ${JSON.stringify(connection)}; there is ${known.join(', ')}.`)
}

const readTimestamp = (text: string): string => {
  const millis = Date.parse(text)
  if (!Number.isNaN(millis)) return new Date(millis).toISOString()
  throw new Problem('invalid_parameter', `--last-commit must be an ISO 8601 timestamp, got ${JSON.stringify(text)}.`)
}
