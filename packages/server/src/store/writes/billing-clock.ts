import { oneRow } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Reads the billing clock outside any transaction. */
export const readBillingClock = async (database: Database): Promise<Timestamp> => {
  const { rows } = await sql<{ now: Timestamp }>`select billing_now() as now`.execute(database)
  return oneRow(rows).now
}

/** Whether the billing clock is being moved. */
export const isClockMoving = async (database: Database): Promise<boolean> =>
  (await database.selectFrom('clock').select('frozenAt').executeTakeFirstOrThrow()).frozenAt !== null
