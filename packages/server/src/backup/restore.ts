import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { StartProblem } from '../config/start-problem.ts'
import { openArchive } from './archive/read-archive.ts'
import { findMasterSecret } from './books.ts'
import { type JournalledErasure, readJournal } from '../store/erasure/journal.ts'
import type { Sum } from './contents.ts'
import type { Repeated } from './repeat-erasures.ts'
import type { Finished } from './finish-restored.ts'

/** The report to an operator about a database that was made from a file. */
export interface Restored {
  /** Whether nothing is wrong in the books themselves. */
  readonly ok: boolean
  /** The moment that it shows. */
  readonly at: string
  readonly rows: number
  readonly faults: readonly string[]
  readonly sums: readonly Sum[]
  readonly next: string
}

/** The same of a backup. */
export interface RestoredBackup extends Restored {
  /** How many customers the backup had brought back who were erased. */
  readonly erased_again: number
}

/** Restores a backup into the empty database that the configuration names, and erases again whom the journal of erasures names. */
export const restore = async (
  config: Config,
  logger: Logger,
  file: string,
  erasuresFile: string | null = config.erasuresFile,
): Promise<RestoredBackup> => {
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
  const { faults, erasedAgain } = await restorerOf(config, logger)(archive, { erasures, secret })
  return {
    ok: faults.length === 0,
    at,
    rows: countOf(contents),
    erased_again: erasedAgain,
    faults,
    sums: contents.sums,
    next: waitingNext,
  }
}

/** Nothing is restored with a journal that cannot be read: those whom it names would be back. */
const readErasures = (path: string): readonly JournalledErasure[] => {
  try {
    return readJournal(path)
  } catch (error) {
    throw new StartProblem(`${error instanceof Error ? error.message : String(error)} Nothing was changed.`)
  }
}

type Archive = Awaited<ReturnType<typeof openArchive>>

const restorerOf =
  (config: Config, logger: Logger) =>
  async (archive: Archive, repeated: Repeated): Promise<Finished> => {
    if (config.databaseUrl === null) {
      const { restoreEmbedded } = await import('./embedded/restore-embedded.ts')
      return restoreEmbedded(archive, config, logger, repeated)
    }
    const { restorePostgresql } = await import('./postgresql/restore-postgresql.ts')
    return restorePostgresql(archive, { ...config, databaseUrl: config.databaseUrl }, logger, repeated)
  }

/** The number of all rows. */
export const countOf = ({ counts }: Archive['manifest']['contents']): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** What happens when a server is started on a copy. */
export const waitingNext =
  'start the servers: no money moves until what the processors did since has been compared with the books, see reconcile-first show'
