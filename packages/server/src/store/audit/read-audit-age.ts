import { oneRow } from '@billing-checkout/database'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Returns how many seconds the oldest unsealed row of the audit log has been waiting; 0 if every row is sealed. */
export const readAuditAge = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from clock_timestamp() - least(
      (select min(recorded_at) from audit_entries where seal is null),
      (select min(next.recorded_at) from organizations
        left join audit_positions as position on position.organization_id = organizations.id
        cross join lateral (
          select event.recorded_at from events as event
          where event.organization_id = organizations.id and event.sequence > coalesce(position.sequence, 0)
            and event.recorded_at >= coalesce(position.recorded_at, '-infinity') - interval '1 day'
          order by event.sequence limit 1
        ) as next)
    ))::float8 as seconds`.execute(db)
  return Math.max(oneRow(rows).seconds ?? 0, 0)
}
