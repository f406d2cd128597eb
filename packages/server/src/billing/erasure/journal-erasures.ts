import { sql } from 'kysely'
import { appendToJournal } from '../../store/erasure/journal.ts'
import type { Billing } from '../billing.ts'

/** Appends new erasures to the journal outside the database. A line may be written twice, because replaying it twice is harmless. */
export const journalErasures = async ({
  database,
  erasuresFile,
}: Pick<Billing, 'database' | 'erasuresFile'>): Promise<void> => {
  if (!erasuresFile) return
  const { rows } = await sql<{ organization: string; customer: string }>`
    select organization_id as organization, customer_id as customer from erasures
    where journalled_at is null order by erased_at limit 1000`.execute(database)
  if (rows.length === 0) return
  await appendToJournal(erasuresFile, rows)
  await sql`update erasures set journalled_at = clock_timestamp() where journalled_at is null
    and (organization_id, customer_id) in (select * from unnest(
      ${rows.map(({ organization }) => organization)}::text[], ${rows.map(({ customer }) => customer)}::text[]))`.execute(
    database,
  )
}
