import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gin as btreeGin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm as pgTrgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { type Kysely, sql } from 'kysely'
import { resolve } from 'node:path'
import type { OpenDatabase } from '../database-engine.ts'
import type { DatabaseLog } from '../database-log.ts'
import { DatabaseProblem } from '../errors/database-problem.ts'
import { createKysely } from '../create-kysely.ts'
import { pingDatabase, probeWriteTo } from '../probe-database.ts'
import { runOnBehalfOf } from '../turns/run-on-behalf-of.ts'
import { valueParsers } from '../values/value-parsers.ts'
import { diskFullProblem, isDiskFull } from './disk-full.ts'
import { DurableFiles } from './durable-files.ts'
import { lockFolder } from './lock-folder.ts'
import { restrictToOwner, makePrivateFolder } from './make-private-folder.ts'
import { PipelinedPglite } from './pipelined-pglite.ts'
import { prepareCluster } from './prepare-cluster.ts'
import { FairTurnsDialect } from './fair-turns-dialect.ts'

/** Options of the embedded database, in addition to its folder. */
export interface EmbeddedOptions {
  readonly logger?: DatabaseLog | undefined
  /** Writes a file's content to the disk; tests count the calls. */
  readonly sync?: (descriptor: number) => void
}

/**
 * Opens the embedded PostgreSQL, which runs inside this process and stores its files in `dataDir`. Committed transactions are on disk.
 * Throws a {@link DatabaseProblem} with the code `disk_full` or a code that begins with `data_dir`.
 */
export const openEmbedded = async <Schema>(
  dataDir: string,
  { logger, sync }: EmbeddedOptions = {},
): Promise<OpenDatabase<Schema>> => {
  const folder = resolve(dataDir)
  makeDataFolder(folder)
  const unlock = lockFolder(folder)
  try {
    const cluster = await prepareCluster(folder)
    restrictToOwner(folder)
    return await openCluster(cluster, { logger, sync }, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Opens a cluster in a data folder that this process has locked. `afterClose` runs once, after the cluster has closed. If the cluster does
 * not start, throws `disk_full` or, for any other reason, `data_dir_corrupt`.
 */
export const openCluster = async <Schema>(
  cluster: string,
  { logger, sync }: EmbeddedOptions = {},
  afterClose?: () => void,
): Promise<OpenDatabase<Schema>> =>
  wrapPglite(await startCluster(cluster, new DurableFiles(cluster, sync), logger), afterClose)

/** Makes a data folder that only its owner can read, unless it exists. Throws `data_dir_unwritable` or `disk_full`. */
export const makeDataFolder = (folder: string): void => {
  try {
    makePrivateFolder(folder)
  } catch (error) {
    if (isDiskFull(error)) throw diskFullProblem(folder, error)
    throw new DatabaseProblem('data_dir_unwritable', `The data folder ${folder} cannot be created.`, { cause: error })
  }
}

/**
 * Parameters with which commits are durable. PGlite's default `-F` disables fsync, and PGlite's file layer supports only one sync method.
 */
const durably = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
]

const startCluster = async (cluster: string, fs: DurableFiles, logger: DatabaseLog | undefined): Promise<PGlite> => {
  const said: string[] = []
  let started = false
  const hear = (line: string) => {
    if (!started) said.push(line)
    else if (line.includes('PANIC:')) crash(cluster, line, logger)
    return true
  }
  try {
    const pglite = await createPglite({ fs, startParams: durably, onStderr: hear })
    started = true
    return pglite
  } catch (error) {
    logger?.warn({ err: error, said }, 'the embedded database did not start')
    if (isDiskFull(error, said)) throw diskFullProblem(cluster, error)
    throw new DatabaseProblem(
      'data_dir_corrupt',
      `The database in ${cluster} does not start, so it is damaged: restore the folder from a backup.`,
      { cause: error },
    )
  }
}

/**
 * Ends the process, as PostgreSQL does: after a disk failure, only a restart shows what is on disk. PGlite would continue instead, and
 * block the whole process at the next statement.
 */
const crash = (cluster: string, said: string, logger: DatabaseLog | undefined): never => {
  const what = isDiskFull(undefined, [said]) ? 'is full: free space on it' : 'failed'
  const message = `the disk of ${cluster} ${what}; the server stops, so that a restart recovers all committed data`
  if (logger === undefined) process.stderr.write(`${message}: ${said}\n`)
  else logger.fatal({ said }, message)
  return process.exit(1)
}

/** Starts a PGlite with the extensions that our indexes need. It parses values as our PostgreSQL driver does. */
export const createPglite = async (options: PGliteOptions): Promise<PGlite> => {
  const extensions = { btree_gin: btreeGin, pg_trgm: pgTrgm }
  const pglite = new PipelinedPglite({ ...options, parsers: { ...valueParsers }, extensions })
  await pglite.waitReady
  return pglite
}

/** Wraps a started PGlite as an open database. `afterClose` runs once, after PGlite has closed. */
export const wrapPglite = <Schema>(pglite: PGlite, afterClose: () => void = () => {}): OpenDatabase<Schema> => {
  const db = createKysely<Schema>(new FairTurnsDialect({ pglite }))
  let closing: Promise<void> | undefined
  const close = () => (closing ??= pglite.close().finally(afterClose))
  return {
    kind: 'embedded',
    db,
    // The ping queues as `readiness`, so that it does not wait behind the requests of organizations.
    ping: () => runOnBehalfOf('readiness', () => pingDatabase(db)),
    probeWrite: () => probeWriteTo(db),
    maintain: () => maintain(db),
    close,
  }
}

/** Vacuums one table after the other, and then makes a checkpoint. A vacuum blocks other statements, which can run between two vacuums. */
const maintain = async <Schema>(db: Kysely<Schema>) => {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class where relkind = 'r' and relpersistence = 'p'`.execute(db)
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.raw(name)}`.execute(db)
  await sql`checkpoint`.execute(db)
}
