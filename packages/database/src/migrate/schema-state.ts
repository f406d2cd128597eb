import { type Kysely, sql } from 'kysely'
import { DatabaseProblem } from '../errors/database-problem.ts'
import type { Migration } from './migration.ts'

/** Which migrations a database has. */
export interface SchemaState {
  /** The versions of the applied migrations; none if the database is empty. */
  readonly applied: ReadonlySet<number>
  /** The lowest schema version that a server must support to run on this database. */
  readonly needsVersion: number
}

/** Whether a database has none of our tables. Throws `database_restore_unfinished` if a backup was restored only in part. */
export const isDatabaseEmpty = async <Schema>(db: Kysely<Schema>): Promise<boolean> =>
  (await readSchemaState(db.withoutPlugins() as unknown as Kysely<unknown>)).applied.size === 0

/** Reads which migrations a database has, and changes nothing. */
export const readSchemaState = async (db: Kysely<unknown>): Promise<SchemaState> => {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass('schema_migrations')::text as name`.execute(db)
  if (!tables[0]?.name) return { applied: new Set(), needsVersion: 0 }
  const { rows } = await sql<{ version: number; needs: number }>`
    select version, needs_version as needs from schema_migrations`.execute(db)
  if (rows.length === 0) await refuseUnfinished(db)
  return {
    applied: new Set(rows.map(({ version }) => version)),
    needsVersion: Math.max(0, ...rows.map(({ needs }) => needs)),
  }
}

/** Throws if tables exist without the migration history. A restore writes the history last, so that no server starts on half a backup. */
const refuseUnfinished = async (db: Kysely<unknown>): Promise<void> => {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('organizations')::text as name`.execute(db)
  if (!rows[0]?.name) return
  throw new DatabaseProblem(
    'database_restore_unfinished',
    'A backup was only partly restored into this database: drop the database, create it again and restore again.',
  )
}

/** Throws `database_newer_schema` if a newer server has applied migrations that this code does not know. */
export const refuseNewerSchema = ({ applied }: SchemaState, migrations: readonly Migration[]): void => {
  const [current, known] = [Math.max(0, ...applied), latestVersionOf(migrations)]
  if (current > known) throw newerProblem(current, known)
}

/**
 * Throws `database_newer_schema` only if a migration has removed something that this code needs. Otherwise the code may run alongside newer
 * servers.
 */
export const refuseIncompatibleSchema = (
  { applied, needsVersion }: SchemaState,
  migrations: readonly Migration[],
): void => {
  if (needsVersion > latestVersionOf(migrations))
    throw newerProblem(Math.max(0, ...applied), latestVersionOf(migrations))
}

/** The migrations that a database lacks. */
export const missingMigrations = ({ applied }: SchemaState, migrations: readonly Migration[]): readonly Migration[] =>
  migrations.filter(({ version }) => !applied.has(version))

/** The latest schema version that this code knows. */
export const latestVersionOf = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0

const newerProblem = (current: number, known: number): DatabaseProblem =>
  new DatabaseProblem(
    'database_newer_schema',
    `The database has schema version ${current}, this server knows ${known}: a newer server made it, or one from before the first release. Start a newer server, or begin with an empty database.`,
  )
