import { createHash } from 'node:crypto'
import { globSync, readFileSync, rmSync, statSync } from 'node:fs'
import { disableWasmOptimizer } from '#server/cli/run/disable-wasm-optimizer.ts'
import { createPglite, wrapPglite } from '#database/embedded/open.ts'
import { readSavedCluster, saveCluster, savedClusterFile } from '#database/embedded/prepare-cluster.ts'
import { migrateToLatest } from '#database/migrate/migrate-to-latest.ts'
import { openPostgresql } from '#database/postgresql/open.ts'
import { migrations } from '#server/store/migrations/index.ts'
import { createDatabase, dropDatabase } from './database-on-server.ts'
import { startPostgresql } from './start-postgresql.ts'

/** Databases without test data, which test files copy: with all tables, or with none. Each is made when it is first requested. */
export interface DatabaseTemplates {
  /** The names of two saved clusters: one without tables, and one with all tables. */
  embedded(): Promise<{ readonly empty: string; readonly migrated: string }>
  /** The address of a PostgreSQL server, and of its database with all tables, which test files copy. */
  postgresql(): Promise<{ readonly server: string; readonly migrated: string }>
  close(): Promise<void>
}

/** The templates of one test run. */
export const openTemplates = (): DatabaseTemplates => {
  const closing: (() => Promise<void>)[] = []
  return {
    embedded: once(makeEmbedded),
    postgresql: once(() => makePostgresql((close) => closing.unshift(close))),
    close: async () => {
      for (const close of closing) await close()
    },
  }
}

const once = <Made>(make: () => Promise<Made>): (() => Promise<Made>) => {
  let made: Promise<Made> | undefined
  return () => (made ??= make())
}

/** Saved clusters stay between runs. The name of the migrated cluster depends on the text of the migrations. */
const makeEmbedded = async () => {
  const names = { empty: 'empty', migrated: `migrated-${hashOfMigrations()}` }
  if ((await readSavedCluster(names.migrated)) !== undefined) return names
  disableWasmOptimizer()
  const pglite = await createPglite({ loadDataDir: await makeEmptyCluster() })
  const database = wrapPglite(pglite)
  await migrateToLatest(database.db, migrations)
  dropOldClusters()
  await saveCluster(names.migrated, await pglite.dumpDataDir('none'))
  await database.close()
  return names
}

/** Drops the migrated clusters saved more than a day ago. Another run may still use a younger one. */
const dropOldClusters = (): void => {
  const yesterday = Date.now() - 86_400_000
  const files = globSync(savedClusterFile('migrated-*'))
  for (const file of files.filter((path) => statSync(path).mtimeMs < yesterday)) rmSync(file)
}

const makeEmptyCluster = async (): Promise<Blob> => {
  const saved = await readSavedCluster('empty')
  if (saved !== undefined) return saved
  const pglite = await createPglite({})
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  await saveCluster('empty', dump)
  return dump
}

const hashOfMigrations = (): string => {
  const hash = createHash('sha256')
  const folder = new URL('../../../packages/server/src/store/migrations/', import.meta.url).pathname
  for (const file of globSync(`${folder}**/*.ts`).toSorted()) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** Uses the server that `TEST_DATABASE_URL` names, or else starts one for this run. */
const makePostgresql = async (onClose: (close: () => Promise<void>) => void) => {
  const named = process.env['TEST_DATABASE_URL']
  const started = named === undefined ? await startPostgresql() : undefined
  if (started !== undefined) onClose(started.stop)
  const server = named ?? started!.url
  const migrated = await createDatabase(server)
  onClose(() => dropDatabase(server, migrated))
  const database = await openPostgresql(migrated, { mode: 'sandbox' })
  await migrateToLatest(database.db, migrations)
  await database.close()
  return { server, migrated }
}
