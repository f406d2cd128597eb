import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { appendToJournal, makeJournal, missingJournal } from '../../store/erasure/journal.ts'
import type { Database } from '../../store/database.ts'
import type { Billing } from '../billing.ts'

/**
 * Appends new erasures to the journal outside the database. If a server dies before it records in the database that they were appended, the
 * erasures are appended again; replaying a line twice is harmless.
 */
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

/**
 * Creates the configured journal of erasures when a server starts for the first time, so that a later loss is noticed. If the database
 * records that lines were written to it, a missing file is a loss: this logs the loss and creates no file. A server without its journal
 * still serves, and writes erasures to the journal once it is back.
 */
export const beginJournal = async (
  { database, erasuresFile }: { readonly database: Database; readonly erasuresFile?: string | null | undefined },
  logger: Logger,
): Promise<void> => {
  if (!erasuresFile || existsSync(erasuresFile)) return
  const { rows } = await sql`select from erasures where journalled_at is not null limit 1`.execute(database)
  if (rows.length > 0) return logger.error(missingJournal(erasuresFile))
  try {
    await makeJournal(erasuresFile)
  } catch (error) {
    logger.error({ err: error }, missingJournal(erasuresFile))
  }
}
