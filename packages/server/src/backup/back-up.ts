import { recordBackup } from '../store/health/backups.ts'
import type { ArchiveTarget, writeArchive } from './archive/write-archive.ts'
import type { BackupSource } from './backup-source.ts'
import { type MoneyTotal, totalRowsOf } from './database-totals.ts'

/** The report to an operator about a written file. */
export interface BackupReport {
  readonly file: string
  readonly bytes: number
  /** The moment whose state the file contains. */
  readonly at: string
  readonly rows: number
  readonly sums: readonly MoneyTotal[]
}

/** Writes a backup file of a database, and records the backup in the database. */
export const backUp = async (books: BackupSource, target: ArchiveTarget): Promise<BackupReport> => {
  const written = backupReportOf(target, await makeBackup(books, target))
  await recordBackup(books.database.db, { at: written.at, file: written.file, bytes: written.bytes })
  return written
}

// Loaded on demand, because a backup needs the modules of only one kind of database.
const makeBackup = async (books: BackupSource, target: ArchiveTarget): ReturnType<typeof writeArchive> => {
  if (books.database.kind === 'embedded') {
    const { backUpEmbedded } = await import('./embedded/back-up-embedded.ts')
    return backUpEmbedded(books, target)
  }
  const { backUpPostgresql } = await import('./postgresql/back-up-postgresql.ts')
  return backUpPostgresql(books, target)
}

/** Returns the report about a written file. */
export const backupReportOf = (
  { file }: ArchiveTarget,
  { manifest, bytes }: Awaited<ReturnType<typeof writeArchive>>,
): BackupReport => ({
  file,
  bytes,
  at: manifest.at,
  rows: totalRowsOf(manifest.contents),
  sums: manifest.contents.sums,
})
