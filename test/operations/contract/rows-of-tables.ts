import { sql } from 'kysely'
import { ownedTables } from '#server/store/schema/ownership.ts'
import type { RunningService } from '../../support/services/running-service.ts'

/** The numbers of rows in the main tables and of the sandbox processor's transactions, for a check that nothing was written. */
export const countRows = async ({ database }: RunningService): Promise<string> => {
  const { rows } = await sql<{ counts: string }>`
    select concat_ws(',', (select count(*) from customers), (select count(*) from plans), (select count(*) from payments),
      (select count(*) from subscriptions), (select count(*) from client_sessions), (select count(*) from events),
      (select count(*) from sandbox_processor.transactions)) as counts`.execute(database.db)
  return rows[0]!.counts
}

/** Every row of the first organization, for a check that requests of another organization change none of these rows. */
export const rowsOfOrganization = async ({ database, organizationId }: RunningService): Promise<readonly unknown[]> => {
  const rows: unknown[] = []
  for (const table of ownedTables) {
    const own = sql`select to_jsonb(own) as row from ${sql.table(table)} as own
      where organization_id = ${organizationId} order by to_jsonb(own)::text`
    rows.push(table, (await own.execute(database.db)).rows)
  }
  return rows
}
