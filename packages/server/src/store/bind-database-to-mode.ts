import { oneRow } from '@billing-checkout/database'
import { DatabaseProblem } from '@billing-checkout/database/errors'
import { sql } from 'kysely'
import type { Mode } from '../config/mode.ts'
import type { Database } from './database.ts'

/** Throws if the database belongs to the other mode, before anything in it is changed: test money and real money never share a database. */
export const refuseOtherMode = async (db: Database, mode: Mode): Promise<void> => {
  const known = await findMode(db)
  if (known === null || known === mode) return
  throw new DatabaseProblem(
    'database_other_mode',
    `The database belongs to MODE=${known}, this server was started with MODE=${mode}: start with MODE=${known}, or name another database.`,
  )
}

/** Marks a migrated database as belonging to a mode for ever. Throws if it belongs to the other mode. */
export const bindDatabaseToMode = async (db: Database, mode: Mode): Promise<void> => {
  await db.updateTable('clock').set({ mode }).where('mode', 'is', null).execute()
  // Another server may have set the other mode in the meantime.
  await refuseOtherMode(db, mode)
}

const findMode = async (db: Database): Promise<Mode | null> => {
  const { rows: tables } = await sql<{ isNew: boolean }>`
    select to_regclass('public.clock') is null as "isNew"`.execute(db)
  if (oneRow(tables).isNew) return null
  const { rows } = await sql<{ mode: Mode | null }>`select mode from clock`.execute(db)
  return rows[0]?.mode ?? null
}
