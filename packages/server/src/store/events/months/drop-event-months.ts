import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { writeCheckpoint } from '../../audit/checkpoints.ts'
import type { Database } from '../../database.ts'
import { changePartitions } from './change-partitions.ts'
import { type EventMonth, readEventMonths } from './read-event-months.ts'

/**
 * Drops the partitions that end at or before a moment, and returns their names. It keeps a partition if an enabled webhook endpoint has not
 * been sent all events in it. With an audit key, it also keeps a partition that the audit log has not sealed, and signs a record of the
 * events that the audit log loses.
 */
export const dropEventMonths = async (
  database: Database,
  before: Timestamp,
  auditKey?: Uint8Array,
): Promise<readonly string[]> => {
  const over = (await readEventMonths(database)).filter(({ until }) => until <= before)
  const dropped: string[] = []
  for (const month of over) if (await dropMonth(database, month, auditKey)) dropped.push(month.name)
  return dropped
}

/**
 * Drops one partition, and stores the last dropped event of each organization. A reader that has seen that event has missed nothing and
 * continues after it. A reader that stopped at an earlier dropped event gets `cursor_expired` (`findEventCursor`).
 */
const dropMonth = (database: Database, { name }: EventMonth, auditKey: Uint8Array | undefined): Promise<boolean> =>
  changePartitions(database, async (transaction) => {
    if (!(await readEventMonths(transaction)).some((month) => month.name === name)) return false
    // Because of this lock, no endpoint can be enabled after the check that all enabled endpoints have these events, and before the drop.
    await sql`lock table webhook_endpoints in share mode`.execute(transaction)
    if (await isUnsent(transaction, name)) return false
    if (auditKey !== undefined) {
      if (await isUnsealed(transaction, name)) return false
      await signDropped(transaction, name, auditKey)
    }
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

/** Whether a month has events that an enabled endpoint has not been sent. */
const isUnsent = async (transaction: Database, name: string): Promise<boolean> => {
  const { rows } = await sql`select from webhook_endpoints where enabled and position < (
      select max(sequence) from ${sql.table(name)} where organization_id = webhook_endpoints.organization_id
    ) limit 1`.execute(transaction)
  return rows.length > 0
}

/** Whether a month has events that the audit log's chain does not cover yet. */
const isUnsealed = async (transaction: Database, name: string): Promise<boolean> => {
  const { rows } = await sql`select from ${sql.table(name)} as event
    left join audit_positions as position on position.organization_id = event.organization_id
    where event.sequence > coalesce(position.sequence, 0) limit 1`.execute(transaction)
  return rows.length > 0
}

const signDropped = async (transaction: Database, name: string, auditKey: Uint8Array): Promise<void> => {
  const { rows } = await sql<{ organizationId: string; first: number; last: number; count: number }>`
    select organization_id, min(sequence) as first, max(sequence) as last, count(*) as count
    from ${sql.table(name)} group by organization_id order by organization_id`.execute(transaction)
  const dropped = rows.map(({ organizationId, first, last, count }) => [organizationId, first, last, count] as const)
  await writeCheckpoint(transaction, auditKey, { kind: 'events', month: name, dropped })
}
