import { setTimeout as wait } from 'node:timers/promises'
import { oneRow } from '@billing-checkout/database'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Waits until a transaction whose connection broke has ended, because PostgreSQL still runs the statements that had reached it. Returns
 * false if the transaction has not ended after five seconds: PostgreSQL may not have noticed yet that the connection is gone. Throws if
 * PostgreSQL does not know the transaction, for example after a failover that lost it.
 */
export const awaitTransactionEnd = async (database: Database, databaseTransactionId: string): Promise<boolean> => {
  const until = performance.now() + secondsMax * 1000
  while (await isInProgress(database, databaseTransactionId)) {
    if (performance.now() >= until) return false
    await wait(pauseMillis)
  }
  return true
}

const secondsMax = 5
const pauseMillis = 100

const isInProgress = async (database: Database, databaseTransactionId: string): Promise<boolean> => {
  const { rows } = await sql<{ readonly isInProgress: boolean }>`
    select pg_xact_status(${databaseTransactionId}::xid8) = 'in progress' as is_in_progress`.execute(database)
  return oneRow(rows).isInProgress
}
