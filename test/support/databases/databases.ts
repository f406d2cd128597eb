import { relative } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, TestRunner } from 'vitest'
import { disableWasmOptimizer } from '#server/cli/run/disable-wasm-optimizer.ts'
import { createPglite, wrapPglite } from '#database/embedded/open.ts'
import { readSavedCluster } from '#database/embedded/prepare-cluster.ts'
import type { DatabaseKind, OpenDatabase } from '#database/database-engine.ts'
import { migrateToLatest } from '#database/migrate/migrate-to-latest.ts'
import { openPostgresql } from '#database/postgresql/open.ts'
import { migrations } from '#server/store/migrations/index.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { createDatabase, createAsciiDatabase, dropDatabase } from './database-on-server.ts'
import type { DatabaseTemplates } from './database-templates.ts'
import { databasesIn, shareOfRun } from '../run/shares.ts'
import { copyClusterTo } from './copy-cluster-to.ts'
import { borrowCluster } from './lent-clusters.ts'
import type {} from './postgresql-server.ts'

/** A database that only this test file sees. */
export interface TestDatabase extends OpenDatabase<Schema> {
  /** The database's address, for a test that opens it a second time; undefined for an embedded database, which cannot be opened twice. */
  readonly url: string | undefined
}

/** Which tables a test database starts with: all, or none to test how they are made. */
export type Tables = 'all tables' | 'no tables'

/** Opens a fresh database, embedded or on PostgreSQL. When the caller closes it, its data is gone. */
export const openTestDatabase = (kind: DatabaseKind, tables: Tables = 'all tables'): Promise<TestDatabase> =>
  openers[kind](tables === 'all tables')

/** Runs stories, which get a fresh database from `open`. */
type TellStories = (open: (tables?: Tables) => Promise<TestDatabase>, kind: DatabaseKind) => void

/**
 * Runs the same stories over both databases; in some files, `npm test` runs them over PostgreSQL only (`skipped-files.ts`). Each call of
 * `open` opens a fresh database. It is closed after the test that called `open`, or after all of these stories if the call came from no
 * test.
 */
export const describeEachDatabase = (title: string, tellStories: TellStories): void =>
  describeDatabases(['embedded', 'postgresql'], title, tellStories)

/**
 * Runs stories that do not depend on the kind of database: over PostgreSQL alone, or over both if `BOTH_DATABASES` is set, as in `npm run
 * drill`. Running all stories over both took 31 minutes. Other stories run over both without this setting: the main story of each write,
 * every operation's answer, lists, erasure, unknown outcomes, leases, failing records, concurrent requests, calls within transactions,
 * migrations and the engines.
 */
export const describeUsualDatabase = (title: string, tellStories: TellStories): void =>
  describeDatabases(process.env['BOTH_DATABASES'] ? ['embedded', 'postgresql'] : ['postgresql'], title, tellStories)

const describeDatabases = (kinds: readonly DatabaseKind[], title: string, tellStories: TellStories): void =>
  describe.each(databasesIn(shareOfRun, kinds, pathOfTests()))(`${title} (%s)`, (kind) => {
    const opened: TestDatabase[] = []
    // The first file of a run waits here until the template is made, which takes minutes on a busy machine. The wait does not count toward
    // the time limit of its first story.
    beforeAll(async () => void (await templatesOf(kind)))
    afterAll(async () => {
      for (const database of opened) await database.close()
    })
    tellStories(async (tables) => {
      const database = await openTestDatabase(kind, tables)
      if (TestRunner.getCurrentTest() === undefined) opened.push(database)
      else onTestFinished(() => database.close())
      return database
    }, kind)
  })

/** The path of the test file from the root, with slashes as in a pattern. */
const pathOfTests = (): string => relative(process.cwd(), expect.getState().testPath ?? '').replaceAll('\\', '/')

const openInMemory = async (migrated: boolean): Promise<TestDatabase> => {
  if (!migrated) return { ...wrapPglite<Schema>(await startCluster('empty')), url: undefined }
  const { pglite, returnCluster } = await borrowCluster(() => startCluster('migrated'))
  let closing: Promise<void> | undefined
  return { ...wrapPglite<Schema>(pglite), url: undefined, close: () => (closing ??= returnCluster()) }
}

const startCluster = async (which: 'empty' | 'migrated'): Promise<PGlite> => {
  const name = (await templatesOf('embedded'))[which]
  const loadDataDir = await readSavedCluster(name)
  if (loadDataDir === undefined) throw new Error(`The saved cluster ${name} is gone: run the tests again.`)
  disableWasmOptimizer()
  return createPglite({ loadDataDir })
}

const openOnServer = async (migrated: boolean): Promise<TestDatabase> => {
  const templates = await templatesOf('postgresql')
  const url = await createDatabase(templates.server, migrated ? templates.migrated : undefined)
  const database = await openPostgresql<Schema>(url, { mode: 'sandbox' })
  let closing: Promise<void> | undefined
  const close = async () => {
    await database.close()
    await dropDatabase(templates.server, url)
  }
  return { ...database, url, close: () => (closing ??= close()) }
}

/** A PostgreSQL database with all tables whose `LC_CTYPE` is C, so that PostgreSQL's functions know no letters beyond ASCII. */
export const openAsciiDatabase = async (): Promise<TestDatabase> => {
  const { server } = await templatesOf('postgresql')
  const url = await createAsciiDatabase(server)
  const database = await openPostgresql<Schema>(url, { mode: 'sandbox' })
  await migrateToLatest(database.db, migrations)
  let closing: Promise<void> | undefined
  const close = async () => {
    await database.close()
    await dropDatabase(server, url)
  }
  return { ...database, url, close: () => (closing ??= close()) }
}

const openers = { embedded: openInMemory, postgresql: openOnServer } as const

/** Copies an embedded database with all tables into an empty data folder, for a server that starts there. */
export const copyDatabaseTo = async (dataDir: string): Promise<void> =>
  copyClusterTo((await templatesOf('embedded')).migrated, dataDir)

/** Queries this test run's template server for the template databases of one kind, `embedded` or `postgresql`. */
export const templatesOf = async <Kind extends DatabaseKind>(kind: Kind) => {
  const answer = await fetch(`http://127.0.0.1:${inject('databaseTemplates')}/${kind}`)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Awaited<ReturnType<DatabaseTemplates[Kind]>>
}

/** The templates of this run. */
export const templates: Pick<DatabaseTemplates, DatabaseKind> = {
  embedded: async () => await templatesOf('embedded'),
  postgresql: async () => await templatesOf('postgresql'),
}
