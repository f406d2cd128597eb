import { sql } from 'kysely'
import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Database } from '../../store/database.ts'
import { makeJournal, missingJournal } from '../../store/erasure/journal.ts'

/**
 * Creates the journal of erasures when a server first starts with one, so that a later loss is noticed. If the database records that lines
 * were written to it, a missing file is a loss: this logs the loss and creates no file. A server without its journal still serves, and
 * writes erasures to the journal once it is back.
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
