import { oneRow } from '@billing-checkout/database'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Returns by how many seconds this machine's clock is ahead of the database's, to within half the query's round trip. */
export const readClockOffset = async (database: Database): Promise<number> => {
  const before = Date.now()
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp())::float8 as seconds`.execute(database)
  return (before + Date.now()) / 2000 - oneRow(rows).seconds
}
