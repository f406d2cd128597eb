import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartProblem } from '../../config/start-problem.ts'
import type { MasterSecret } from '../../credentials/master-secret.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { tarBlockBytes, tarEnd, tarHeader, tarPadding } from './tar.ts'

/** Where to write a file. */
export interface ArchiveTarget {
  /** The file's final path, which must not exist. */
  readonly file: string
  /** The file's path until all of it is on disk. */
  readonly unfinished: string
  /** The gzip level for rows; 0 if the caller compresses the file itself; absent: the default level. */
  readonly gzipLevel?: number
}

/** Appends bytes to the payload. */
export type AppendBytes = (bytes: Uint8Array) => Promise<void>

/** The manifest before the payload's name, size and hash are added. */
export type UnfinishedManifest = Omit<Manifest, 'payload'>

/**
 * Writes a file with a payload and its manifest, and returns the manifest and the number of bytes. `fill` writes the payload and returns
 * the other members of the manifest. The file appears under its final name once all of it is on disk, and never replaces another file. If
 * an error occurs, no file remains.
 */
export const writeArchive = async (
  { file, unfinished }: ArchiveTarget,
  payload: string,
  secret: MasterSecret,
  fill: (append: AppendBytes) => Promise<UnfinishedManifest>,
): Promise<{ readonly manifest: Manifest; readonly bytes: number }> => {
  refuseExisting(file)
  const handle = await create(unfinished)
  try {
    const written = await writeMembers(handle, payload, secret, fill)
    await handle.sync()
    await handle.close()
    await linkToFinalName(unfinished, file)
    return written
  } catch (error) {
    await handle.close().catch(() => {})
    throw fullDiskOr(error, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

const refuseExisting = (file: string): void => {
  if (existsSync(file))
    throw new StartProblem(`${file} already exists: name another file, because none is overwritten.`)
}

const create = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    throw new StartProblem(`No file can be written in ${dirname(path)}: ${(error as Error).message}.`, { cause: error })
  }
}

const writeMembers = async (
  handle: FileHandle,
  name: string,
  secret: MasterSecret,
  fill: (append: AppendBytes) => Promise<UnfinishedManifest>,
): Promise<{ readonly manifest: Manifest; readonly bytes: number }> => {
  const hash = createHash('sha256')
  // The header is written last, because it contains the size: an incomplete file begins with zeros.
  let at = tarBlockBytes
  const write = async (bytes: Uint8Array) => {
    await handle.write(bytes, 0, bytes.length, at)
    at += bytes.length
  }
  const described = await fill(async (bytes) => {
    hash.update(bytes)
    await write(bytes)
  })
  const bytes = at - tarBlockBytes
  const manifest: Manifest = { ...described, payload: { name, bytes, sha256: hash.digest('hex') } }
  await write(Buffer.alloc(tarPadding(bytes)))
  const text = Buffer.from(writeManifest(manifest, secret))
  await write(tarHeader({ name: manifestName, kind: 'file', size: text.length }))
  await write(text)
  await write(Buffer.alloc(tarPadding(text.length)))
  await write(tarEnd)
  await handle.write(tarHeader({ name, kind: 'file', size: bytes }), 0, tarBlockBytes, 0)
  return { manifest, bytes: at }
}

/** The names of payloads: the files of an embedded database, a dump by `pg_dump`, or rows for either kind of database. */
export const payloads = { cluster: 'cluster.tar.gz', dump: 'database.dump', rows: 'rows.jsonl.gz' } as const

/** The name of the manifest in a file. */
export const manifestName = 'manifest.json'

/** Uses a link, which fails if the name exists; a rename would replace a file that another process has written meanwhile. */
const linkToFinalName = async (unfinished: string, file: string): Promise<void> => {
  try {
    await link(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') refuseExisting(file)
    throw error
  }
  if (process.platform === 'win32') return
  const folder = await open(dirname(file), 'r')
  await folder.sync()
  await folder.close()
}

const fullDiskOr = (error: unknown, file: string): unknown =>
  (error as NodeJS.ErrnoException).code === 'ENOSPC'
    ? new StartProblem(`The disk of ${file} is full; the incomplete file was removed.`, { cause: error })
    : error
