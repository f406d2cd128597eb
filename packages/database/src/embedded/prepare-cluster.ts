import { PGlite } from '@electric-sql/pglite'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DatabaseProblem } from '../errors/database-problem.ts'
import { removeBackupSlot } from './backup-slot.ts'
import { diskFullProblem, isDiskFull } from './disk-full.ts'

/**
 * Returns the folder of the PostgreSQL cluster inside a locked data folder, and makes the cluster if there is none. If the cluster is not
 * ours or belongs to another version of PostgreSQL, the function throws before anything opens the cluster.
 */
export const prepareCluster = async (dataDir: string): Promise<string> => {
  const cluster = join(dataDir, 'database')
  if (existsSync(join(dataDir, 'PG_VERSION'))) {
    throw foreign(`The data folder ${dataDir} is a PostgreSQL cluster itself`)
  }
  if (isAbsentOrEmpty(cluster)) await makeCluster(dataDir, cluster)
  else refuseForeign(cluster)
  await removeBackupSlot(cluster)
  return cluster
}

/** The version of the PostgreSQL inside PGlite; no other version can read its files. */
const postgresqlVersion = '18'

/** The name of the file that marks every cluster that we made. Without it, another program's cluster would look like one of ours. */
export const clusterMarker = 'made-by-billing-checkout'

/** Whether a folder does not exist or is empty. Throws `data_dir_foreign` if it is a file or cannot be read. */
export const isAbsentOrEmpty = (folder: string): boolean => {
  try {
    return readdirSync(folder).length === 0
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return true
    throw foreign(`${folder} is not a readable folder`, error)
  }
}

const refuseForeign = (cluster: string): void => {
  if (!existsSync(join(cluster, clusterMarker))) throw foreign(`The folder ${cluster} was not created by this server`)
  const version = readText(join(cluster, 'PG_VERSION'))
  if (version === undefined || version === '') {
    throw new DatabaseProblem(
      'data_dir_corrupt',
      `The database in ${cluster} has no PG_VERSION, so it is damaged: restore the folder from a backup.`,
    )
  }
  if (version !== postgresqlVersion) {
    throw foreign(`The database in ${cluster} is of PostgreSQL ${version}, and this server has ${postgresqlVersion}`)
  }
}

const foreign = (fact: string, cause?: unknown): DatabaseProblem =>
  new DatabaseProblem('data_dir_foreign', `${fact}: name another folder in DATA_DIR.`, { cause })

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

/**
 * Makes a cluster in an unfinished folder, and moves that folder to its final place once all of the cluster is on disk. A process that is
 * killed in between leaves only the unfinished folder, which no server opens.
 */
const makeCluster = async (dataDir: string, cluster: string): Promise<void> => {
  try {
    const unfinished = await makeUnfinishedCluster(dataDir)
    const loadDataDir = await readSavedCluster('empty')
    const pglite = await PGlite.create(unfinished, loadDataDir && { loadDataDir })
    await pglite.close()
    await writeFile(join(unfinished, clusterMarker), 'Open it with nothing else: no other program respects its lock.\n')
    await finishCluster(unfinished, cluster)
  } catch (error) {
    if (isDiskFull(error)) throw diskFullProblem(dataDir, error)
    throw new DatabaseProblem('data_dir_unwritable', `The database cannot be created in the data folder ${dataDir}.`, {
      cause: error,
    })
  }
}

/** Makes an empty folder next to the cluster's final one, to build the cluster in. */
export const makeUnfinishedCluster = async (dataDir: string): Promise<string> => {
  const unfinished = join(dataDir, 'database.unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  return unfinished
}

/** Moves a finished cluster to its final folder, once all of it is on disk. */
export const finishCluster = async (unfinished: string, cluster: string): Promise<void> => {
  await syncTree(unfinished)
  await rename(unfinished, cluster)
  await syncFolder(dirname(cluster))
}

const syncTree = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return entry.isDirectory() ? syncFolder(path) : sync(path, 'r+')
    }),
  )
  await syncFolder(folder)
}

/** Windows cannot sync a folder and does not need to. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform !== 'win32') await sync(folder, 'r')
}

const sync = async (path: string, flags: 'r' | 'r+'): Promise<void> => {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Reads a saved cluster of the installed PGlite, if there is one. Making a cluster takes seconds; loading one takes half a second. The
 * saved cluster lies among the installed packages: an attacker that could replace it could also change PGlite itself.
 */
export const readSavedCluster = async (name: string): Promise<Blob | undefined> => {
  const content = await readFile(savedClusterFile(name)).catch(() => undefined)
  return content && new Blob([content], { type: 'application/x-tar' })
}

/** Saves the result of PGlite's `dumpDataDir('none')`. New data folders start from the cluster named `empty`. */
export const saveCluster = async (name: string, dump: Blob): Promise<void> => {
  const file = savedClusterFile(name)
  const unfinished = `${file}.${process.pid}`
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(unfinished, 'w')
  await handle.writeFile(new Uint8Array(await dump.arrayBuffer()))
  await handle.sync()
  await handle.close()
  await rename(unfinished, file)
}

/** The file in which a cluster of the installed PGlite is saved. */
export const savedClusterFile = (name: string): string => {
  const pglite = dirname(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')))
  const { version } = JSON.parse(readFileSync(join(pglite, 'package.json'), 'utf8')) as { version: string }
  return join(pglite, `../../.cache/billing-checkout/pglite-${version}-${name}.tar`)
}
