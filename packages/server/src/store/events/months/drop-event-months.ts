import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { changePartitions } from './change-partitions.ts'
import { type EventMonth, readEventMonths } from './read-event-months.ts'

/**
 * Drops the partitions that end at or before a moment, and the events in them, unless an endpoint has not been sent all of them yet.
 * Answers the names of those that it dropped.
 */
export const dropEventMonths = async (database: Database, before: Timestamp): Promise<readonly string[]> => {
  const over = (await readEventMonths(database)).filter(({ until }) => until <= before)
  const dropped: string[] = []
  for (const month of over) if (await drop(database, month)) dropped.push(month.name)
  return dropped
}

/**
 * The last event of each organization is remembered, because a reader who has seen it has seen all that is dropped and goes on
 * after it. Everybody else hears that there were more (`findEventCursor`).
 */
const drop = (database: Database, { name }: EventMonth): Promise<boolean> =>
  changePartitions(database, async (transaction) => {
    if (!(await readEventMonths(transaction)).some((month) => month.name === name)) return false
    if (await isUnsent(transaction, name)) return false
    await sql`insert into dropped_events (organization_id, id, sequence, recorded_at)
      select last.* from organizations cross join lateral (
        select organization_id, id, sequence, recorded_at from ${sql.table(name)}
        where organization_id = organizations.id order by sequence desc limit 1
      ) as last
      on conflict (organization_id) do update
        set (id, sequence, recorded_at) = (excluded.id, excluded.sequence, excluded.recorded_at)
        where excluded.sequence > dropped_events.sequence`.execute(transaction)
    await sql`drop table ${sql.table(name)}`.execute(transaction)
    return true
  })

/** Whether an endpoint that is not disabled has its place before an event of a month. */
const isUnsent = async (transaction: Database, name: string): Promise<boolean> => {
  const { rows } = await sql`select from webhook_endpoints where enabled and position < (
      select max(sequence) from ${sql.table(name)} where organization_id = webhook_endpoints.organization_id
    ) limit 1`.execute(transaction)
  return rows.length > 0
}
