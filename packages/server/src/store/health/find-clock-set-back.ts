import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { listedTables } from '../lists/snapshots.ts'

/** Returns how many seconds the newest row is ahead of the billing clock; `undefined` if at most five. */
export const findClockSetBack = async (database: Database): Promise<number | undefined> => {
  // Each organization is queried separately, because the indexes begin with the organization.
  const newestOf = (table: string) =>
    sql`(select max(created_at) from ${sql.table(table)} where organization_id = organizations.id)`
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from max(greatest(${sql.join(listedTables.map(newestOf))})) - billing_now())::float8 as seconds
    from organizations`.execute(database)
  const seconds = rows[0]?.seconds ?? 0
  return seconds > toleratedSeconds ? Math.round(seconds) : undefined
}

/** Seconds by which the clocks of several machines may differ. */
const toleratedSeconds = 5

/** Returns the message that tells the operator by how much the clock was set back. */
export const clockSetBackMessage = (seconds: number): string =>
  `The newest row lies ${seconds} seconds in the future: the clock of a machine was set back. Set it right; until then new rows are dated before older ones.`
