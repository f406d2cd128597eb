import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { namesPayer, neverBought, neverPaid } from './deletable-rows.ts'

/** The kinds of rows that retention processes in the order of their age, the oldest first. */
export type KindOfRetention = 'sessions' | 'calls' | 'customers'

/** An organization, and the time from which on its rows are kept: by the wall clock for webhook deliveries, else by the billing clock. */
export interface RetentionCutoff {
  readonly organizationId: string
  readonly since: Timestamp
  /** Returns whether the run must stop. The next run continues where this run stopped. */
  readonly isLate: () => boolean
}

/** The number of rows that one transaction handles. */
export const rowsPerBatch = 500

/**
 * For each kind: SQL for the time of the oldest row (`oldest`), and SQL for the time of the oldest row that retention has to keep for now
 * because something is in progress (`waiting`). The caller completes `waiting` with the bounds of a range.
 */
const kinds = {
  sessions: {
    oldest: sql`select min(created_at) from client_sessions`,
    waiting: sql`select min(created_at) from client_sessions as row where completed_at is null
      and ${neverPaid('row')} and row.created_at`,
    column: sql`row.created_at`,
  },
  calls: {
    oldest: sql`select min(created_at) from payments`,
    waiting: sql`select min(created_at) from payments as row where ${namesPayer('row')} and row.created_at`,
    column: sql`row.created_at`,
  },
  customers: {
    oldest: sql`select min(updated_at) from customers`,
    waiting: sql`select min(updated_at) from customers as row where erased_at is null
      and ${neverBought('row')} and row.updated_at`,
    column: sql`row.updated_at`,
  },
} as const

interface Window {
  readonly from: Timestamp
  /** A month after `from`, or the time from which on rows are kept if that is earlier. */
  readonly to: Timestamp
  readonly isLast: boolean
}

/** Works through old rows month by month. It starts at the first row that an earlier run had to keep, or else where the last run ended. */
export const scanInBatches = async (
  db: Database,
  kind: KindOfRetention,
  { organizationId, since, isLate }: RetentionCutoff,
  work: (db: Database, window: Window) => Promise<number>,
): Promise<void> => {
  const { waiting, column } = kinds[kind]
  let mayAdvance = true
  let begin: Timestamp | null = null
  while (!isLate()) {
    const window = await windowFrom(db, kind, { organizationId, since }, begin)
    if (window === undefined) return
    while ((await work(db, window)) === rowsPerBatch) if (isLate()) return
    if (mayAdvance && !window.isLast) {
      const { rows: left } = await sql<{ at: Timestamp | null }>`
        select (${waiting} >= ${window.from} and ${column} < ${window.to} and row.organization_id = ${organizationId}) as at`.execute(
        db,
      )
      const waitingSince = left[0]?.at ?? null
      mayAdvance = waitingSince === null
      await sql`insert into retention_progress (organization_id, kind, until)
        values (${organizationId}, ${kind}, ${waitingSince ?? window.to})
        on conflict (organization_id, kind) do update set until = greatest(retention_progress.until, excluded.until)`.execute(
        db,
      )
    }
    if (window.isLast) return
    begin = window.to
  }
}

const windowFrom = async (
  db: Database,
  kind: KindOfRetention,
  { organizationId, since }: Omit<RetentionCutoff, 'isLate'>,
  begin: Timestamp | null,
): Promise<Window | undefined> => {
  const owned = sql`organization_id = ${organizationId}`
  const { rows } = await sql<Window>`
    with begun as (
      select coalesce(${begin}::timestamptz, (select until from retention_progress where ${owned} and kind = ${kind}),
        (${kinds[kind].oldest} where ${owned})) as at
    )
    select at as "from", least(at + interval '31 days', ${since}::timestamptz) as "to",
      at + interval '31 days' >= ${since}::timestamptz as is_last
    from begun where at < ${since}::timestamptz`.execute(db)
  return rows[0]
}
