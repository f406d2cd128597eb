import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { StartProblem } from '../config/start-problem.ts'
import { type JournalledErasure, readErasureJournal } from '../store/erasure/journal.ts'
import { type Archive, openArchive } from './archive/open-archive.ts'
import { findMasterSecret } from './backup-source.ts'
import { type MoneyTotal, totalRowsOf } from './database-totals.ts'
import type { CopyCheckResult, ErasuresToRepeat } from './finish-restore.ts'

/** The report to an operator about a restored or imported database. */
export interface RestoreReport {
  /** Whether the books are consistent. */
  readonly ok: boolean
  /** The moment whose state the file contains. */
  readonly at: string
  readonly rows: number
  readonly faults: readonly string[]
  readonly sums: readonly MoneyTotal[]
  readonly next: string
}

/** The report about a restored backup. */
export interface BackupRestoreReport extends RestoreReport {
  /** How many restored customers were erased again. */
  readonly erased_again: number
}

/** Restores a backup into the configured database, which must be empty, and repeats the erasures in the journal. */
export const restore = async (
  config: Config,
  logger: Logger,
  file: string,
  erasuresFile: string | null = config.erasuresFile,
): Promise<BackupRestoreReport> => {
  const erasures = erasuresFile === null ? [] : readErasures(erasuresFile)
  const secret = findMasterSecret(config)
  const archive = await openArchive(file, { kind: 'backup', mode: config.mode, secret })
  const { database, at, contents } = archive.manifest
  if (database !== (config.databaseUrl === null ? 'embedded' : 'postgresql')) {
    throw new StartProblem(
      database === 'embedded'
        ? `${file} is of an embedded database: restore it without DATABASE_URL. To move it to PostgreSQL, export what was restored.`
        : `${file} is of PostgreSQL: name an empty database in DATABASE_URL.`,
    )
  }
  const { faults, erasedAgain } = await restoreArchive(archive, config, logger, { erasures, secret })
  return {
    ok: faults.length === 0,
    at,
    rows: totalRowsOf(contents),
    erased_again: erasedAgain,
    faults,
    sums: contents.sums,
    next: nextStepAfterRestore,
  }
}

/** Throws before anything is restored if the journal cannot be read, because erased customers would come back. */
const readErasures = (path: string): readonly JournalledErasure[] => {
  try {
    return readErasureJournal(path)
  } catch (error) {
    throw new StartProblem(`${error instanceof Error ? error.message : String(error)} Nothing was changed.`)
  }
}

const restoreArchive = async (
  archive: Archive,
  config: Config,
  logger: Logger,
  toRepeat: ErasuresToRepeat,
): Promise<CopyCheckResult> => {
  if (config.databaseUrl === null) {
    const { restoreEmbedded } = await import('./embedded/restore-embedded.ts')
    return restoreEmbedded(archive, config, logger, toRepeat)
  }
  const { restorePostgresql } = await import('./postgresql/restore-postgresql.ts')
  return restorePostgresql(archive, { ...config, databaseUrl: config.databaseUrl }, logger, toRepeat)
}

/** The next step of the operator, after a restore or an import. */
export const nextStepAfterRestore =
  'start the servers: no money moves until the later transactions of the processors have been compared with the books; see reconcile-first show'
