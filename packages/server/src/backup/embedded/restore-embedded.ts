import { mkdirSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import {
  finishCluster,
  isAbsentOrEmpty,
  lockFolder,
  makeDataFolder,
  makeUnfinishedCluster,
  openCluster,
} from '@billing-checkout/database/embedded'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { StartProblem } from '../../config/start-problem.ts'
import type { Schema } from '../../store/schema/schema.ts'
import type { Archive } from '../archive/open-archive.ts'
import { readTarHeader, tarBlockBytes, tarPadding } from '../archive/tar.ts'
import { gunzip } from '../archive/gunzip.ts'
import { type CopyCheckResult, type ErasuresToRepeat, finishRestore } from '../finish-restore.ts'

/**
 * Restores an embedded database into a data folder without one, and returns the result of the checks. It builds and checks the cluster in a
 * neighboring folder, and renames this folder at the end. If it fails before that, the data folder still has no database.
 */
export const restoreEmbedded = async (
  archive: Archive,
  { dataDir }: Pick<Config, 'dataDir'>,
  logger: Logger,
  toRepeat?: ErasuresToRepeat,
): Promise<CopyCheckResult> => {
  const folder = resolve(dataDir)
  const cluster = join(folder, 'database')
  if (!isAbsentOrEmpty(cluster)) {
    throw new StartProblem(`The data folder ${folder} already has a database: name another one in DATA_DIR.`)
  }
  makeDataFolder(folder)
  const unlock = lockFolder(folder)
  try {
    const unfinished = await makeUnfinishedCluster(folder)
    try {
      await unpack(archive.payload(), unfinished)
      const finished = await checkRestored(unfinished, archive, logger, toRepeat)
      await finishCluster(unfinished, cluster)
      return finished
    } finally {
      await rm(unfinished, { recursive: true, force: true })
    }
  } finally {
    unlock()
  }
}

const checkRestored = async (
  unfinished: string,
  { manifest }: Archive,
  logger: Logger,
  toRepeat: ErasuresToRepeat | undefined,
): Promise<CopyCheckResult> => {
  const { db, close } = await openCluster<Schema>(unfinished, { logger })
  try {
    return await db.transaction().execute((transaction) => finishRestore(transaction, manifest, toRepeat))
  } finally {
    await close()
  }
}

const unpack = async (payload: AsyncIterable<Buffer>, folder: string): Promise<void> => {
  const bytes = new ByteReader(gunzip(payload))
  for (;;) {
    const header = await bytes.take(tarBlockBytes)
    const member = readTarHeader(header)
    if (member === undefined) return
    const path = resolve(folder, member.name)
    if (!path.startsWith(folder + sep)) throw new Error(`The backup has ${member.name} outside its folder.`)
    if (member.kind === 'folder') mkdirSync(path, { recursive: true, mode: 0o700 })
    else await writeContent(path, bytes, member.size)
  }
}

const writeContent = async (path: string, bytes: ByteReader, size: number): Promise<void> => {
  const file = await open(path, 'w', 0o600)
  try {
    for (let missing = size; missing > 0;) {
      const piece = await bytes.take(Math.min(missing, 1 << 20))
      if (piece.length === 0) throw new Error(`The backup ends within ${path}.`)
      await file.write(piece)
      missing -= piece.length
    }
  } finally {
    await file.close()
  }
  await bytes.take(tarPadding(size))
}

/** Reads a stream in pieces of requested lengths. */
class ByteReader {
  readonly #pieces: AsyncIterator<Buffer>
  #unread: Buffer = Buffer.alloc(0)

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** Returns `length` bytes, or fewer if the stream ends first. */
  async take(length: number): Promise<Buffer> {
    const parts = [this.#unread]
    let count = this.#unread.length
    while (count < length) {
      const { done, value } = await this.#pieces.next()
      if (done) break
      parts.push(value)
      count += value.length
    }
    const all = Buffer.concat(parts)
    this.#unread = all.subarray(length)
    return all.subarray(0, length)
  }
}
