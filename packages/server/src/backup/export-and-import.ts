import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { openArchive } from './archive/open-archive.ts'
import type { Target } from './archive/write-archive.ts'
import { type BackupReport, reportWritten } from './back-up.ts'
import { findMasterSecret, openBooks } from './books.ts'
import { totalRowsOf } from './contents.ts'
import { type Restored, waitingNext } from './restore.ts'

/** Exports the configured database into a file that a database of either kind can import. */
export const exportDatabase = async (config: Config, logger: Logger, target: Target): Promise<BackupReport> => {
  const books = await openBooks(config, logger)
  try {
    const { exportRows } = await import('./rows/export-rows.ts')
    return reportWritten(target, await exportRows(books, target))
  } finally {
    await books.database.close()
  }
}

/** Imports an export into the configured database, which must be empty. */
export const importDatabase = async (config: Config, logger: Logger, file: string): Promise<Restored> => {
  const archive = await openArchive(file, { kind: 'export', mode: config.mode, secret: findMasterSecret(config) })
  const { at, contents } = archive.manifest
  const { importRows } = await import('./rows/import-rows.ts')
  const faults = await importRows(archive, config, logger)
  return { ok: faults.length === 0, at, rows: totalRowsOf(contents), faults, sums: contents.sums, next: waitingNext }
}
