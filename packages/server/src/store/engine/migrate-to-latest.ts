import { type Kysely, sql } from 'kysely'
import { DatabaseProblem } from './database-problem.ts'

/** One step of the schema's history. Steps are written in SQL with the database's own names and never change later. */
export interface Migration {
  readonly version: number
  readonly name: string
  up(db: Kysely<unknown>): Promise<void>
}

/**
 * Brings a database to the schema of this code: every migration it lacks, in order, each in a transaction of its own.
 * Answers those that this call applied. Servers that start together take turns, and each migration runs once. A database
 * that is ahead of the code is left alone: `database_newer_schema`.
 */
export const migrateToLatest = async <Schema>(
  db: Kysely<Schema>,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> => {
  // Migrations speak the database's own names, and to them its tables have no types yet.
  const untyped = db.withoutPlugins() as unknown as Kysely<unknown>
  const applied: Migration[] = []
  for (;;) {
    const next = await applyNext(untyped, migrations)
    if (next === undefined) return applied
    applied.push(next)
  }
}

/** The lock's name; only migrations use it. It ends with its transaction, so that it also works behind a pooler. */
const lockKey = 2_111_202_601

const applyNext = (db: Kysely<unknown>, migrations: readonly Migration[]): Promise<Migration | undefined> =>
  db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(transaction)
    const current = await readVersion(transaction)
    refuseNewer(current, migrations.at(-1)?.version ?? 0)
    const next = migrations.find(({ version }) => version > current)
    if (next === undefined) return undefined
    await next.up(transaction)
    await sql`insert into schema_migrations (version, name) values (${next.version}, ${next.name})`.execute(transaction)
    return next
  })

const readVersion = async (db: Kysely<unknown>): Promise<number> => {
  await sql`create table if not exists schema_migrations (
    version integer primary key,
    name text not null,
    applied_at timestamptz not null default now()
  )`.execute(db)
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_migrations`.execute(
    db,
  )
  return rows[0]?.version ?? 0
}

const refuseNewer = (current: number, known: number): void => {
  if (current <= known) return
  throw new DatabaseProblem(
    'database_newer_schema',
    `The database has schema version ${current}, this server knows ${known}: start a newer server.`,
  )
}
