import { sql } from 'kysely'
import type { TestDatabase } from '../../support/databases/databases.ts'

/** How often all connections together have read this whole table so far. */
export const countSequentialScans = async ({ db }: Pick<TestDatabase, 'db'>, table: string): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, 20))
  await Promise.all(
    Array.from({ length: 10 }, () => sql`select pg_stat_force_next_flush(), pg_sleep(0.005)`.execute(db)),
  )
  const { rows } = await sql<{ scans: number }>`
    select seq_scan as scans from pg_stat_user_tables where schemaname = 'public' and relname = ${table}`.execute(db)
  return rows[0]!.scans
}
