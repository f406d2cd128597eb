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
  /** Those of them that are not tried again by themselves. */
  readonly settlementsGivenUp: number
  /** Notices of a trial's end or a renewal that could not be given and rest until they are tried again. */
  readonly noticesSetAside: number
  /** Connections over which no money moves until the books have been compared with what their processors did. */
  readonly connectionsWaiting: number
  /** Money that processors moved without the books having a record of it, and that no operator has seen to. */
  readonly transactionsUnmatched: number
  /** Attempts whose outcome is not written down yet, and for how many seconds the oldest has been open. */
  readonly attemptsOpen: number
  readonly attemptsOldestSeconds: number
  /** Attempts that could not be taken up or finished and rest until the next try. */
  readonly attemptsSetAside: number
  /** What we owe and have not done yet: money to refund, authorizations to void. */
  readonly obligationsOpen: number
  /** Those of them that were refused again and again. */
  readonly obligationsOverdue: number
}

/** Reads the backlog by short index scans, however many subscriptions there are. */
export const readBacklog = async (database: Database): Promise<Backlog> => {
  const { rows } = await sql<ReadBacklog>`
    select (select count(*) from subscriptions where held_count > 0)
        + (select count(*) from work_set_aside where kind = 'renewal') as set_aside,
      (select extract(epoch from billing_now() - min(due_at))::float8 from subscriptions where due_at is not null)
        as overdue_seconds,
      (select count(*) from work_set_aside where kind = 'settlement') as settlements_set_aside,
      (select count(*) from work_set_aside where kind = 'settlement' and held_until >= '9999-01-01')
        as settlements_given_up,
      (select count(*) from work_set_aside where kind = 'notice') as notices_set_aside,
      (select count(*) from attempts where state = 'open') as attempts_open,
      (select extract(epoch from lease_now() - min((request->>'openedAt')::timestamptz))::float8
        from attempts where state = 'open') as attempts_oldest_seconds,
      (select count(*) from work_set_aside where kind = 'attempt') as attempts_set_aside,
      (select count(*) from obligations where state = 'open') as obligations_open,
      (select count(*) from obligations where state = 'open' and overdue_since is not null)
        as obligations_overdue,
      (select count(*) from reconcile_first where since is not null) as connections_waiting,
      (select count(*) from unmatched_transactions where cleared_at is null) as transactions_unmatched`.execute(
    database,
  )
  const { overdueSeconds, attemptsOldestSeconds, ...counts } = rows[0]!
  return {
    ...counts,
    overdueSeconds: Math.max(overdueSeconds ?? 0, 0),
    attemptsOldestSeconds: Math.max(attemptsOldestSeconds ?? 0, 0),
  }
}

interface ReadBacklog extends Omit<Backlog, 'overdueSeconds' | 'attemptsOldestSeconds'> {
  readonly overdueSeconds: number | null
  readonly attemptsOldestSeconds: number | null
}
