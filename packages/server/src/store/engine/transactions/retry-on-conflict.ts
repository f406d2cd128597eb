import { setTimeout as wait } from 'node:timers/promises'
import { isOutdatedStatement } from '../errors/is-outdated-statement.ts'

/**
 * Runs a whole transaction, or a statement outside of one, again when PostgreSQL cancelled it only because of another one: a serialization
 * failure, a deadlock, or a migration under a prepared statement. It runs up to 5 times, with a growing random pause so that the two do not
 * meet again; then the conflict is thrown.
 */
export const retryOnConflict = async <Result>(transact: () => Promise<Result>): Promise<Result> => {
  for (let run = 1; ; run++) {
    try {
      return await transact()
    } catch (error) {
      if (run === runsMax || !isConflict(error)) throw error
    }
    await wait(Math.random() * pauseMillis * 2 ** run)
  }
}

/** Runs a transaction that touches nothing but the database, by {@link retryOnConflict}. */
export const inTransaction = <Transaction, Result>(
  database: OpensTransactions<Transaction>,
  run: (transaction: Transaction) => Promise<Result>,
): Promise<Result> => retryOnConflict(() => database.transaction().execute(run))

/** A database of Kysely, or a handle of ours over it. */
interface OpensTransactions<Transaction> {
  transaction(): { execute<Result>(run: (transaction: Transaction) => Promise<Result>): Promise<Result> }
}

const runsMax = 5
const pauseMillis = 10
const conflicts: ReadonlySet<unknown> = new Set(['40001', '40P01'])

const isConflict = (error: unknown): boolean =>
  conflicts.has((error as { code?: unknown } | null)?.code) || isOutdatedStatement(error)
