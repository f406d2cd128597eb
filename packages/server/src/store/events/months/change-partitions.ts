import { isLockTimeoutOrDeadlock } from '@billing-checkout/database/errors'
import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { lockServerWide } from '../../writes/advisory-locks.ts'
import type { Database } from '../../database.ts'

/**
 * Changes the partitions of events in one transaction, one server at a time. While a statement waits for a table's lock, readers and
 * writers of events queue behind it. So each statement waits at most 50 ms. If it gets no lock, the transaction is retried a little later.
 */
export const changePartitions = async <Result>(
  database: Database,
  change: (transaction: Database) => Promise<Result>,
): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction().execute(async (transaction) => {
        await lockServerWide(transaction, 'months of events')
        await sql`select set_config('lock_timeout', '50ms', true)`.execute(transaction)
        return change(transaction)
      })
    } catch (error) {
      if (tries === triesMax || !isLockTimeoutOrDeadlock(error)) throw error
    }
    await wait(pauseMillis * (0.5 + Math.random()))
  }
}

const triesMax = 20
const pauseMillis = 500
