import { sql } from 'kysely'
import type { Database } from './database.ts'

/** How well the due work of all organizations keeps up, for who watches the server. */
export interface Backlog {
  /** Due subscriptions that could not be worked on and rest until they are tried again. */
  readonly setAside: number
  /** How long ago the oldest due subscription fell due that nothing holds up, in seconds of the billing clock. */
  readonly overdueSeconds: number
  /** Captured payments that could not be settled and rest until they are tried again. */
  readonly settlementsSetAside: number
  /** Notices of a trial's end or a renewal that could not be given and rest until they are tried again. */
  readonly noticesSetAside: number
  /** Connections over which no money moves until the books have been compared with what their processors did. */
  readonly connectionsWaiting: number
  /** Money that processors moved without the books having a record of it, and that no operator has seen to. */
  readonly transactionsUnmatched: number
}

/** Reads the backlog by short index scans, however many subscriptions there are. */
export const readBacklog = async (database: Database): Promise<Backlog> => {
  const { rows } = await sql<ReadBacklog>`
    select (select count(*) from subscriptions where held_count > 0) as set_aside,
      (select extract(epoch from billing_now() - min(due_at))::float8 from subscriptions where due_at is not null)
        as overdue_seconds,
      (select count(*) from work_set_aside where kind = 'settlement') as settlements_set_aside,
      (select count(*) from work_set_aside where kind = 'notice') as notices_set_aside,
      (select count(*) from reconcile_first where since is not null) as connections_waiting,
      (select count(*) from unmatched_transactions where cleared_at is null) as transactions_unmatched`.execute(
    database,
  )
  const { overdueSeconds, ...counts } = rows[0]!
  return { ...counts, overdueSeconds: Math.max(overdueSeconds ?? 0, 0) }
}

interface ReadBacklog extends Omit<Backlog, 'overdueSeconds'> {
  readonly overdueSeconds: number | null
}
