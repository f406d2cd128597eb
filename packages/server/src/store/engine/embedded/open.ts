import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { type Kysely, PGliteDialect, sql } from 'kysely'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DatabaseLog } from '../database-log.ts'
import { DatabaseProblem } from '../database-problem.ts'
import { kyselyOver } from '../kysely-over.ts'
import type { OpenDatabase } from '../open-database.ts'
import { valueParsers } from '../value-parsers.ts'
import { DurableFiles } from './durable-files.ts'
import { lockFolder } from './lock-folder.ts'
import { prepareCluster } from './prepare-cluster.ts'

/** What the embedded database may be told beside its folder. */
export interface EmbeddedOptions {
  readonly logger?: DatabaseLog | undefined
  /** What brings a file to the disk; tests count it. */
  readonly sync?: (descriptor: number) => void
}

/** Opens the PostgreSQL inside this process that keeps its files in `dataDir`; what it has committed is on disk. */
export const openEmbedded = async <Schema>(
  dataDir: string,
  { logger, sync }: EmbeddedOptions = {},
): Promise<OpenDatabase<Schema>> => {
  const folder = resolve(dataDir)
  makeFolder(folder)
  const unlock = lockFolder(folder)
  try {
    const cluster = await prepareCluster(folder)
    const pglite = await startCluster(cluster, { fs: new DurableFiles(cluster, sync), startParams: durably }, logger)
    return overPglite(pglite, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** A started PGlite as an open database; `closed` is called when it has closed. */
export const overPglite = <Schema>(pglite: PGlite, closed: () => void = () => {}): OpenDatabase<Schema> => {
  const db = kyselyOver<Schema>(new PGliteDialect({ pglite }))
  const ping = async () => {
    await sql`select 1`.execute(db)
  }
  const close = async () => {
    if (pglite.closed) return
    await pglite.close()
    closed()
  }
  return { kind: 'embedded', db, ping, maintain: () => maintain(db), close }
}

/** How every PGlite of ours reads values. */
export const pgliteParsers = { parsers: { ...valueParsers } } satisfies PGliteOptions

const makeFolder = (folder: string) => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new DatabaseProblem('data_dir_unwritable', `The data folder ${folder} cannot be made.`, { cause: error })
  }
}

/** PGlite starts PostgreSQL with `-F`, which is "never sync"; its file layer knows only one way to sync. */
const durably = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
]

const startCluster = async (cluster: string, options: PGliteOptions, logger: DatabaseLog | undefined) => {
  const said: string[] = []
  try {
    return await PGlite.create({ ...options, ...pgliteParsers, onStderr: (line) => said.push(line) > 0 })
  } catch (error) {
    logger?.warn({ err: error, said }, 'the embedded database did not start')
    throw new DatabaseProblem(
      'data_dir_corrupt',
      `The database in ${cluster} does not start, so it is damaged: restore the folder from a backup.`,
      { cause: said.findLast((line) => /PANIC|FATAL/.test(line)) ?? error },
    )
  }
}

/** Table by table, because nobody else gets an answer while one is being vacuumed. */
const maintain = async <Schema>(db: Kysely<Schema>) => {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class where relkind = 'r' and relpersistence = 'p'`.execute(db)
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.raw(name)}`.execute(db)
  await sql`checkpoint`.execute(db)
}
