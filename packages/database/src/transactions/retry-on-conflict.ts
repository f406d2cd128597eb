import { setTimeout as wait } from 'node:timers/promises'
import { isOutdatedStatement } from '../errors/error-codes.ts'

/**
 * Runs a transaction or a single statement again if PostgreSQL cancelled it because of another transaction: a serialization failure, a
 * deadlock, or a migration that invalidated a prepared statement. It makes up to 5 attempts, with growing random pauses so that the same
 * two transactions do not collide again, and then throws the last error.
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

/** Runs a transaction with {@link retryOnConflict}. The transaction must change nothing but the database, because it may run again. */
export const transactWithRetries = <Transaction, Result>(
  database: OpensTransactions<Transaction>,
  run: (transaction: Transaction) => Promise<Result>,
): Promise<Result> => retryOnConflict(() => database.transaction().execute(run))

/** A Kysely database, or one of our handles over it. */
interface OpensTransactions<Transaction> {
  transaction(): { execute<Result>(run: (transaction: Transaction) => Promise<Result>): Promise<Result> }
}

const runsMax = 5
const pauseMillis = 10
const conflicts: ReadonlySet<unknown> = new Set(['40001', '40P01'])

const isConflict = (error: unknown): boolean =>
  conflicts.has((error as { code?: unknown } | null)?.code) || isOutdatedStatement(error)
