import { type Kysely, sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseProblem } from '../errors/database-problem.ts'
import { isLockTimeoutOrDeadlock } from '../errors/error-codes.ts'
import { oneRow } from '../one-row.ts'
import { noAnswerTimeoutMark } from '../statements/statement-marks.ts'
import { isEmbedded } from '../transactions/transact.ts'
import type { Migration } from './migration.ts'
import { readSchemaState, refuseNewerSchema } from './schema-state.ts'

/**
 * Brings a database to the schema of this code and returns the migrations that this call applied. It runs the missing migrations in order,
 * each in its own transaction. Servers that start together take turns, and each migration runs once. A step waits only briefly for a
 * table's lock, so that it does not delay other writers, and retries until it gets the lock. If the database is ahead of the code, the
 * function changes nothing and throws `database_newer_schema`.
 */
export const migrateToLatest = async <Schema>(
  db: Kysely<Schema>,
  migrations: readonly Migration[],
  pauseMillis = 500,
): Promise<readonly Migration[]> => {
  // Migrations use the database's own names, and their tables have no types yet.
  const untyped = db.withoutPlugins() as unknown as Kysely<unknown>
  const applied: Migration[] = []
  for (let refusals = 0; ;) {
    try {
      const next = await applyNext(untyped, migrations)
      if (next === undefined) return applied
      applied.push(next)
      refusals = 0
    } catch (error) {
      refusals += 1
      if (!isLockTimeoutOrDeadlock(error)) throw error
      if (refusals === refusalsMax) throw lockProblem(error)
      await wait(pauseMillis * (0.5 + Math.random()))
    }
  }
}

/** The number of attempts to lock a table; together they take some minutes. */
const refusalsMax = 240

const lockProblem = (cause: unknown): DatabaseProblem =>
  new DatabaseProblem(
    'database_migration_blocked',
    'A table could not be locked for a migration: another transaction has held it for minutes. Nothing was changed; find the long transaction in pg_stat_activity and migrate again.',
    { cause },
  )

/** The key of the advisory lock that only migrations take. The lock ends with its transaction, so it also works behind a pooler. */
const lockKey = 2_111_202_601

/**
 * The wait for a table's lock is short, because later statements on the table queue behind the waiting statement. PostgreSQL looks for a
 * deadlock after a second of waiting and cancels the transaction that detects it. Because this wait ends sooner, a deadlock makes the
 * migration fail, and no request is cancelled.
 */
const lockTimeout = '500ms'

const applyNext = (db: Kysely<unknown>, migrations: readonly Migration[]): Promise<Migration | undefined> =>
  db.transaction().execute(async (transaction) => {
    await sql`select ${sql.raw(noAnswerTimeoutMark)} set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(transaction)
    await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(transaction)
    await createHistory(transaction)
    const state = await readSchemaState(transaction)
    refuseNewerSchema(state, migrations)
    const next = migrations.find(({ version }) => !state.applied.has(version))
    if (next === undefined) return undefined
    // The value is a literal, because a prepared statement would keep its snapshot, and `create index concurrently` waits for older
    // snapshots.
    await sql`select set_config('lock_timeout', ${sql.lit(lockTimeout)}, true)`.execute(transaction)
    if (next.runs === 'alone' && !isEmbedded(db)) await runAlone(db, next)
    else await next.up(transaction)
    await sql`insert into schema_migrations (version, name, needs_version)
      values (${next.version}, ${next.name}, ${next.needsVersion ?? 0})`.execute(transaction)
    return next
  })

/**
 * Runs a step on a second connection, because the step must run outside any transaction. The first connection's transaction holds the
 * advisory lock of migrations, but no lock on a table that the step changes, so it does not block the step.
 */
const runAlone = (db: Kysely<unknown>, { up }: Migration): Promise<void> =>
  db.connection().execute(async (connection) => {
    await sql`select ${sql.raw(noAnswerTimeoutMark)} set_config('statement_timeout', '0', false)`.execute(connection)
    try {
      await up(connection)
    } finally {
      await sql`select set_config('statement_timeout', '15s', false)`.execute(connection)
    }
  })

const createHistory = async (db: Kysely<unknown>): Promise<void> => {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('schema_migrations') is not null as "isThere"`.execute(db)
  if (oneRow(rows).isThere) return
  await sql`create table schema_migrations (
    version integer primary key,
    name text not null,
    applied_at timestamptz not null default now(),
    needs_version integer not null default 0
  )`.execute(db)
}

/**
 * Creates an index without blocking writers, for a migration with `runs: 'alone'`. `definition` is the part of the statement after the
 * name. The function first drops an unfinished index of an earlier attempt.
 */
export const createIndexConcurrently = async (db: Kysely<unknown>, name: string, definition: string): Promise<void> => {
  const concurrently = isEmbedded(db) ? '' : 'concurrently'
  const { rows } = await sql<{ isUsable: boolean }>`
    select indisvalid as "isUsable" from pg_index where indexrelid = to_regclass(${name})`.execute(db)
  if (rows[0]?.isUsable) return
  if (rows[0] !== undefined) await sql`drop index ${sql.raw(concurrently)} ${sql.id(name)}`.execute(db)
  await sql`create index ${sql.raw(concurrently)} ${sql.id(name)} ${sql.raw(definition)}`.execute(db)
}
