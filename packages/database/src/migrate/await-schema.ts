import type { Kysely } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseLog } from '../database-log.ts'
import { DatabaseProblem } from '../errors/database-problem.ts'
import { migrateToLatest } from './migrate-to-latest.ts'
import type { Migration } from './migration.ts'
import { missingMigrations, readSchemaState, refuseIncompatibleSchema, latestVersionOf } from './schema-state.ts'

/** How long a server waits for another process to migrate, and how often it checks. */
export interface SchemaWaitLimits {
  readonly waitMillis: number
  readonly checkEveryMillis: number
}

/**
 * Resolves when a shared database has the schema that this code needs, and returns the migrations that this call applied. The function
 * never changes a schema that other servers use. A starting server waits a minute for `billing-checkout migrate`, then throws
 * `database_older_schema`. An empty database has no other users, so it gets all tables at once.
 */
export const awaitSchema = async <Schema>(
  db: Kysely<Schema>,
  migrations: readonly Migration[],
  logger?: DatabaseLog,
  { waitMillis, checkEveryMillis }: SchemaWaitLimits = { waitMillis: 60_000, checkEveryMillis: 500 },
): Promise<readonly Migration[]> => {
  const untyped = db.withoutPlugins() as unknown as Kysely<unknown>
  for (let waited = 0; ; waited += checkEveryMillis) {
    const state = await readSchemaState(untyped)
    refuseIncompatibleSchema(state, migrations)
    const missing = missingMigrations(state, migrations)
    if (missing.length === 0) return []
    if (state.applied.size === 0) return migrateToLatest(db, migrations)
    if (waited >= waitMillis) throw olderProblem(missing, migrations)
    if (waited === 0) logger?.warn({ missing: missing.length }, 'waiting for `billing-checkout migrate`')
    await wait(checkEveryMillis)
  }
}

const olderProblem = (missing: readonly Migration[], migrations: readonly Migration[]): DatabaseProblem =>
  new DatabaseProblem(
    'database_older_schema',
    `The database lacks ${missing.length} of the migrations up to schema version ${latestVersionOf(migrations)}: run \`billing-checkout migrate\`; running servers continue meanwhile.`,
  )
