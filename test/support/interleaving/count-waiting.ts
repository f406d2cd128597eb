import { sql } from 'kysely'
import type { Database } from '#server/store/database.ts'

/** How many transactions of this database wait for a lock. */
export const countBlockedTransactions = async ({ db }: { readonly db: Database }): Promise<number> => {
  const { rows } = await sql<{ blocked: number }>`select count(*)::int as blocked from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
  return rows[0]!.blocked
}

/** How many transactions in this database wait for an advisory lock that another connection holds. */
export const countWaitingForNames = async ({ db }: { readonly db: Database }): Promise<number> => {
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]!.waiting
}
