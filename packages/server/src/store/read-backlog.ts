import { sql } from 'kysely'
import type { Database } from './database.ts'

/** How well the due work of all organizations keeps up, for who watches the server. */
export interface Backlog {
  /** Due subscriptions that could not be worked on and rest until they are tried again. */
  readonly setAside: number
  /** How long ago the oldest due subscription fell due that nothing holds up, in seconds of the billing clock. */
  readonly overdueSeconds: number
}

/** Reads the backlog by two short index scans, however many subscriptions there are. */
export const readBacklog = async (database: Database): Promise<Backlog> => {
  const { rows } = await sql<{ setAside: number; overdueSeconds: number | null }>`
    select (select count(*) from subscriptions where held_count > 0) as set_aside,
      (select extract(epoch from billing_now() - min(due_at))::float8 from subscriptions where due_at is not null)
        as overdue_seconds`.execute(database)
  const { setAside, overdueSeconds } = rows[0]!
  return { setAside, overdueSeconds: Math.max(overdueSeconds ?? 0, 0) }
}
