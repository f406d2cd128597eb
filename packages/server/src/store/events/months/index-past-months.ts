import { noAnswerTimeoutMark, oneRow } from '@billing-checkout/database'
import { isLockTimeoutOrDeadlock } from '@billing-checkout/database/errors'
import { createIndexConcurrently } from '@billing-checkout/database/migrate'
import { addDays, type Timestamp } from '@billing-checkout/domain'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { lockSeeds } from '../../writes/advisory-locks.ts'
import { readEventMonths } from './read-event-months.ts'

/**
 * Indexes the actors and actions of events in months that ended at least a day ago, so that audit log searches for rare values are fast. No
 * event is added to those months any more, so the indexes slow down no charge. Other transactions read and write during the build, except
 * on the embedded database.
 */
export const indexPastMonths = async (database: Database, now: Timestamp): Promise<void> => {
  const endedBefore = addDays(now, -1)
  const past = (await readEventMonths(database)).filter(({ until }) => until <= endedBefore)
  const missing = await findMissing(
    database,
    past.flatMap(({ name }) => columns.map((column) => ({ name: `${name}_by_${column}`, table: name, column }))),
  )
  if (missing.length === 0) return
  // All statements need the same connection, and the narrowed type has no `connection()`.
  const whole = database as unknown as Kysely<unknown>
  await whole.connection().execute(async (connection) => {
    const lock = sql`hashtextextended('indexes of past months', ${sql.lit(lockSeeds.serverWide)})`
    const { rows } = await sql<{ statements: string; locks: string; isFirst: boolean }>`
      select ${sql.raw(noAnswerTimeoutMark)} current_setting('statement_timeout') as statements, current_setting('lock_timeout') as locks,
        pg_try_advisory_lock(${lock}) as is_first,
        set_config('statement_timeout', '0', false), set_config('lock_timeout', '5min', false)`.execute(connection)
    const { statements, locks, isFirst } = oneRow(rows)
    try {
      if (!isFirst) return
      for (const { name, table, column } of missing)
        await createIndexConcurrently(connection, name, `on ${table} (organization_id, ${column}, created_at, id)`)
    } catch (error) {
      // The build of an index waits for every open transaction, such as a dump that takes hours. If the wait reaches five minutes, this run
      // stops and the next run starts the build again.
      if (!isLockTimeoutOrDeadlock(error)) throw error
    } finally {
      await sql`select set_config('statement_timeout', ${statements}, false), set_config('lock_timeout', ${locks}, false)`.execute(
        connection,
      )
      if (isFirst) await sql`select pg_advisory_unlock(${lock})`.execute(connection)
    }
  })
}

const columns = ['who', 'what']

interface PastIndex {
  readonly name: string
  readonly table: string
  readonly column: string
}

const findMissing = async (database: Database, wanted: readonly PastIndex[]): Promise<readonly PastIndex[]> => {
  if (wanted.length === 0) return []
  const { rows } = await sql<{
    name: string
  }>`select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indisvalid and relname = any(${wanted.map(({ name }) => name)})`.execute(database)
  const made = new Set(rows.map(({ name }) => name))
  return wanted.filter(({ name }) => !made.has(name))
}
