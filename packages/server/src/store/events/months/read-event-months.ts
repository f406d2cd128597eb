import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/** A partition of the events that were recorded in a range of time, usually one month. */
export interface EventMonth {
  readonly name: string
  /** Null: everything before `until`. */
  readonly from: Timestamp | null
  readonly until: Timestamp
}

/** The partitions of events, earliest first. */
export const readEventMonths = async (database: Database): Promise<readonly EventMonth[]> => {
  // PostgreSQL writes the bounds and parses them in the time zone of this session.
  const { rows } = await sql<EventMonth>`
    select relname as name,
      substring(bounds from ${sql.lit(`FROM \\('([^']+)'\\)`)})::timestamptz as from,
      substring(bounds from ${sql.lit(`TO \\('([^']+)'\\)`)})::timestamptz as until
    from pg_inherits join pg_class on pg_class.oid = inhrelid cross join pg_get_expr(relpartbound, inhrelid) as bounds
    where inhparent = 'events'::regclass and bounds <> 'DEFAULT'
    order by until`.execute(database)
  return rows
}

/** The default partition, for events whose time has no other partition. */
export const defaultPartition = 'events_without_month'

/** Whether the default partition contains events. */
export const hasEventsInDefaultPartition = async (database: Database): Promise<boolean> => {
  const { rows } = await sql`select from ${sql.table(defaultPartition)} limit 1`.execute(database)
  return rows.length > 0
}
