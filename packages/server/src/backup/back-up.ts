import { rememberBackup } from '../store/health/backups.ts'
import type { Target, writeArchive } from './archive/write-archive.ts'
import type { Books } from './books.ts'
import { type Sum, totalRowsOf } from './contents.ts'

/** The report to an operator about a written file. */
export interface BackupReport {
  readonly file: string
  readonly bytes: number
  /** The moment whose state the file contains. */
  readonly at: string
  readonly rows: number
  readonly sums: readonly Sum[]
}

/** Writes a backup file of a database. */
export const backUp = async (books: Books, target: Target): Promise<BackupReport> => {
  const written = reportWritten(target, await makeBackup(books, target))
  await rememberBackup(books.database.db, { at: written.at, file: written.file, bytes: written.bytes })
  return written
}

// Loaded on demand, because a backup needs the modules of only one kind of database.
const makeBackup = async (books: Books, target: Target): ReturnType<typeof writeArchive> => {
  if (books.database.kind === 'embedded') {
    const { backUpEmbedded } = await import('./embedded/back-up-embedded.ts')
    return backUpEmbedded(books, target)
  }
  const { backUpPostgresql } = await import('./postgresql/back-up-postgresql.ts')
  return backUpPostgresql(books, target)
}

/** Returns the report about a written file. */
export const reportWritten = (
  { file }: Target,
  { manifest, bytes }: Awaited<ReturnType<typeof writeArchive>>,
): BackupReport => ({
  file,
  bytes,
  at: manifest.at,
  rows: totalRowsOf(manifest.contents),
  sums: manifest.contents.sums,
})
