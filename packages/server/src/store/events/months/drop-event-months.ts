import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { changePartitions } from './change-partitions.ts'
import { type EventMonth, readEventMonths } from './read-event-months.ts'

/** Drops the partitions that end at or before a moment, and the events in them. Answers their names. */
export const dropEventMonths = async (database: Database, before: Timestamp): Promise<readonly string[]> => {
  const over = (await readEventMonths(database)).filter(({ until }) => until <= before)
  for (const month of over) await drop(database, month)
  return over.map(({ name }) => name)
}

/**
 * The last event of each organization is remembered, because a reader who has seen it has seen all that is dropped and goes on
 * after it. Everybody else hears that there were more (`findEventCursor`).
 */
const drop = (database: Database, { name }: EventMonth): Promise<void> =>
  changePartitions(database, async (transaction) => {
    if (!(await readEventMonths(transaction)).some((month) => month.name === name)) return
    await sql`insert into dropped_events (organization_id, id, sequence, recorded_at)
      select last.* from organizations cross join lateral (
        select organization_id, id, sequence, recorded_at from ${sql.table(name)}
        where organization_id = organizations.id order by sequence desc limit 1
      ) as last
      on conflict (organization_id) do update
        set (id, sequence, recorded_at) = (excluded.id, excluded.sequence, excluded.recorded_at)
        where excluded.sequence > dropped_events.sequence`.execute(transaction)
    await sql`drop table ${sql.table(name)}`.execute(transaction)
  })
