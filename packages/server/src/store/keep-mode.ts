import { sql } from 'kysely'
import type { Mode } from '../config/mode.ts'
import type { Database } from './database.ts'
import { DatabaseProblem } from './engine/errors/database-problem.ts'
import { oneRow } from './engine/one-row.ts'

/**
 * Throws for a database of the other mode, before anything in it is changed: play money and real money never share their books. A
 * database that no server which knows modes has opened yet is judged by its API keys, its clock and the sandbox's own ledger.
 */
export const refuseOtherMode = async (db: Database, mode: Mode): Promise<void> => {
  const known = await findMode(db)
  if (known === null || known === mode) return
  throw new DatabaseProblem(
    'database_other_mode',
    `The database belongs to MODE=${known}, this server was started with MODE=${mode}: start with MODE=${known}, or name another database.`,
  )
}

/** Makes a database with all its tables belong to a mode for ever. Throws when it belongs to the other. */
export const keepMode = async (db: Database, mode: Mode): Promise<void> => {
  await db.updateTable('clock').set({ mode }).where('mode', 'is', null).execute()
  // Another server may have set the other mode in the meantime.
  await refuseOtherMode(db, mode)
}

const findMode = async (db: Database): Promise<Mode | null> => {
  const { rows: tables } = await sql<{ isNew: boolean }>`
    select to_regclass('public.clock') is null or to_regclass('sandbox_processor.transactions') is null as "isNew"`.execute(
    db,
  )
  if (oneRow(tables).isNew) return null
  // Read as jsonb, because the column does not exist before the database has been migrated.
  const { rows } = await sql<{ mode: Mode | null }>`
    select coalesce(
      to_jsonb(clock)->>'mode',
      case when offset_millis <> 0 or frozen_at is not null then 'sandbox' end,
      case when exists (select from sandbox_processor.transactions) then 'sandbox' end,
      (select substring(hint from '^sk_(sandbox|live)_') from api_keys limit 1)
    ) as mode from clock`.execute(db)
  return rows[0]?.mode ?? null
}
