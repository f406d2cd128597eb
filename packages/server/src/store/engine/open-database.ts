import type { DatabaseLog } from './database-log.ts'
import type { Greet, OpenDatabase } from './database-engine.ts'
import { openEmbedded } from './embedded/open.ts'
import { openPostgresql } from './postgresql/open.ts'

/** What decides which database is opened. */
export interface OpenDatabaseOptions {
  /** A PostgreSQL address; without it the embedded database in `dataDir` is opened, and made if there is none. */
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  readonly mode: 'sandbox' | 'live'
  readonly logger?: DatabaseLog | undefined
  /**
   * Asks every new connection to a server what has to be known before it is used; a connection that fails this is not used at
   * all. The embedded database is not asked, because nothing can take its place while it runs.
   */
  readonly greet?: Greet | undefined
}

/** Opens the server's database. Throws a {@link DatabaseProblem} when it cannot be used. */
export const openDatabase = <Schema>(options: OpenDatabaseOptions): Promise<OpenDatabase<Schema>> =>
  options.databaseUrl === undefined
    ? openEmbedded(options.dataDir, options)
    : openPostgresql(options.databaseUrl, options)
