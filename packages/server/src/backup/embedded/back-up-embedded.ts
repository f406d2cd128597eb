import { oneRow } from '@billing-checkout/database'
import { backupSlot } from '@billing-checkout/database/embedded'
import { sql } from 'kysely'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { StartProblem } from '../../config/start-problem.ts'
import type { Database } from '../../store/database.ts'
import { tarEnd } from '../archive/tar.ts'
import { payloads, type ArchiveTarget, type UnfinishedManifest, writeArchive } from '../archive/write-archive.ts'
import { type BackupSource, describeDatabase } from '../backup-source.ts'
import { removeTimeLimits } from '../database-totals.ts'
import { regroupInMegabytes, readCluster, readWal, tarMemberPieces } from './cluster-files.ts'

/**
 * Backs up an embedded database in use. It copies the files while writes continue, and then the write-ahead log. From both, PostgreSQL
 * restores what was committed when the copy ended. Other work waits only while the rows are counted at the end.
 */
export const backUpEmbedded = async (books: BackupSource, target: ArchiveTarget): ReturnType<typeof writeArchive> => {
  const { db } = books.database
  if (beingCopied.has(db)) throw new StartProblem('Another backup is being made: wait for it.')
  beingCopied.add(db)
  try {
    return await copyCluster(books, target)
  } finally {
    beingCopied.delete(db)
  }
}

/** The databases that this process is copying. No other process copies them, because only one process can open an embedded database. */
const beingCopied = new WeakSet<Database>()

const copyCluster = (books: BackupSource, target: ArchiveTarget): ReturnType<typeof writeArchive> =>
  writeArchive(target, payloads.cluster, books.secret, async (append) => {
    const { db } = books.database
    const cluster = join(resolve(books.config.dataDir), 'database')
    await startCopy(db)
    let stopped: StoppedBackup | undefined
    try {
      const members = async function* () {
        yield* readCluster(cluster)
        stopped = await stopCopy(books)
        yield* readWal(cluster, stopped)
        yield* tarMemberPieces({ name: 'backup_label', kind: 'file', size: Buffer.byteLength(stopped.label) }, [
          Buffer.from(stopped.label),
        ])
        yield tarEnd
      }
      await pipeline(
        Readable.from(regroupInMegabytes(members())),
        createGzip({ level: 1, chunkSize: 1 << 20 }),
        async (chunks: AsyncIterable<Buffer>) => {
          for await (const chunk of chunks) await append(chunk)
        },
      )
    } finally {
      // If PostgreSQL has already ended the backup, this call fails, too. The error is ignored, because the operator needs the first one.
      if (stopped === undefined) await sql`select pg_backup_stop(false)`.execute(db).catch(() => {})
      await dropSlot(db)
    }
    if (stopped === undefined) throw new Error('The backup ended before its end was read.')
    return stopped.described
  })

/** The end of a file backup, as PostgreSQL reports it. */
interface StoppedBackup {
  /** The first and the last write-ahead log file that a restore needs. */
  readonly firstLog: string
  readonly lastLog: string
  /** The backup label, which a restore needs in addition to the files. */
  readonly label: string
  readonly described: UnfinishedManifest
}

/**
 * Makes PostgreSQL keep its write-ahead log from now on. The slot is not temporary: PostgreSQL drops temporary slots if any statement of
 * their session fails, and all of a server's statements share this session.
 */
const startCopy = async (db: Database): Promise<void> => {
  await dropSlot(db)
  await sql`select pg_create_physical_replication_slot(${backupSlot}, true)`.execute(db)
  try {
    // From now on PostgreSQL logs each changed page in full, so a page may be copied while it is being written.
    await sql`select pg_backup_start('billing-checkout', true)`.execute(db)
  } catch (error) {
    await dropSlot(db)
    throw error
  }
}

const dropSlot = async (db: Database): Promise<void> => {
  await sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${backupSlot}`.execute(
    db,
  )
}

/**
 * Counts the rows and ends the copy in one transaction. Nothing can be written in between, because the database has only one connection.
 */
const stopCopy = async (books: BackupSource): Promise<StoppedBackup> => {
  const { rows, described } = await books.database.db.transaction().execute(async (transaction) => {
    await removeTimeLimits(transaction)
    const counted = await describeDatabase(transaction, books, 'backup')
    const ended = await sql<{ label: string; lastLog: string }>`
      select labelfile as label, pg_walfile_name(lsn) as "lastLog" from pg_backup_stop(false)`.execute(transaction)
    return { rows: ended.rows, described: counted }
  })
  const { label, lastLog } = oneRow(rows)
  const [, firstLog] = /file ([0-9A-F]{24})/.exec(label) ?? []
  if (firstLog === undefined) throw new Error('PostgreSQL did not say where its log begins.')
  return { firstLog, lastLog, label, described }
}
