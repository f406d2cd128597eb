import type { DatabaseLog } from './database-log.ts'
import type { InspectConnection, OpenDatabase } from './database-engine.ts'
import { openEmbedded } from './embedded/open.ts'
import { openPostgresql } from './postgresql/open.ts'

/** Which database to open. */
export interface OpenDatabaseOptions {
  /** A PostgreSQL address. If it is absent, the embedded database in `dataDir` is opened, and created if it does not exist. */
  readonly databaseUrl?: string | null | undefined
  /** The folder of the embedded database. With a `databaseUrl` it is not used. */
  readonly dataDir: string
  /** The server's mode; part of the name under which PostgreSQL lists the connections. */
  readonly mode: 'sandbox' | 'live'
  /** Receives errors that no caller waits for; if absent, only a failing disk is reported, to the standard error output. */
  readonly logger?: DatabaseLog | undefined
  /**
   * Queries every new connection to a PostgreSQL server before it is used. If this function throws, the pool discards the connection. The
   * embedded database is not checked, because nothing can replace it while it runs.
   */
  readonly inspect?: InspectConnection | undefined
}

/** Opens the server's database. Throws a {@link DatabaseProblem} if it cannot be used: its code says why. */
export const openDatabase = <Schema>(options: OpenDatabaseOptions): Promise<OpenDatabase<Schema>> =>
  options.databaseUrl == null ? openEmbedded(options.dataDir, options) : openPostgresql(options.databaseUrl, options)
