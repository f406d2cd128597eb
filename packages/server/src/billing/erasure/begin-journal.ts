import { sql } from 'kysely'
import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Database } from '../../store/database.ts'
import { makeJournal, missingJournal } from '../../store/erasure/journal.ts'

/**
 * Makes the journal of erasures when a server first serves with it, so that a journal that is missing later is known to be missing. Where the
 * books say that it has lines already, it is elsewhere and none is made. A server that has no journal serves all the same: erasures are
 * written into it once it is back.
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
