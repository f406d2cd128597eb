import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { openArchive } from './archive/open-archive.ts'
import type { ArchiveTarget } from './archive/write-archive.ts'
import { type BackupReport, backupReportOf } from './back-up.ts'
import { findMasterSecret, openBackupSource } from './backup-source.ts'
import { totalRowsOf } from './database-totals.ts'
import { type RestoreReport, nextStepAfterRestore } from './restore.ts'

/** Exports the configured database into a file that a database of either kind can import. */
export const exportDatabase = async (config: Config, logger: Logger, target: ArchiveTarget): Promise<BackupReport> => {
  const books = await openBackupSource(config, logger)
  try {
    const { exportRows } = await import('./rows/export-rows.ts')
    return backupReportOf(target, await exportRows(books, target))
  } finally {
    await books.database.close()
  }
}

/** Imports an export into the configured database, which must be empty. */
export const importDatabase = async (config: Config, logger: Logger, file: string): Promise<RestoreReport> => {
  const archive = await openArchive(file, { kind: 'export', mode: config.mode, secret: findMasterSecret(config) })
  const { at, contents } = archive.manifest
  const { importRows } = await import('./rows/import-rows.ts')
  const faults = await importRows(archive, config, logger)
  return {
    ok: faults.length === 0,
    at,
    rows: totalRowsOf(contents),
    faults,
    sums: contents.sums,
    next: nextStepAfterRestore,
  }
}
