import type { Kysely } from 'kysely'
import type { DatabaseLog } from './database-log.ts'
import { openEmbedded } from './embedded/open.ts'
import { openPostgresql } from './postgresql/open.ts'

/** Which of the two databases runs beneath. */
export type DatabaseKind = 'embedded' | 'postgresql'

/** A database that answers, with one SQL and the same values whichever kind it is. */
export interface OpenDatabase<Schema> {
  readonly kind: DatabaseKind
  /**
   * Names are camelCase here and snake_case in the database; keys inside jsonb stay as they are. A jsonb value is written
   * as its text (`JSON.stringify`) and read parsed, a `bytea` is read as a Buffer, a `timestamptz` as a Timestamp.
   */
  readonly db: Kysely<Schema>
  /** Resolves when the database answers, and would take writes; on PostgreSQL over a connection of its own. */
  ping(): Promise<void>
  /** Resolves when the database has written a row, which is gone again. */
  probeWrite(): Promise<void>
  /** Tidies what nothing else tidies: an embedded database has no autovacuum and no checkpointer. */
  maintain(): Promise<void>
  /** Waits for what runs, then closes; may be called twice. */
  close(): Promise<void>
}

/** What decides which database is opened. */
export interface OpenDatabaseOptions {
  /** A PostgreSQL address; without it the embedded database in `dataDir` is opened, and made if there is none. */
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  readonly mode: 'sandbox' | 'live'
  readonly logger?: DatabaseLog | undefined
  /**
   * Asks every new connection to a server something before it is used; one that does not pass is not used at all. The embedded
   * database, which nothing can take the place of while it runs, is not greeted.
   */
  readonly greet?: Greet | undefined
}

/** What a connection is asked before it is used. */
export type Greet = (ask: (text: string) => Promise<readonly unknown[]>) => Promise<void>

/** Opens the database this server keeps its books in. Throws a {@link DatabaseProblem} when it cannot be used. */
export const openDatabase = <Schema>(options: OpenDatabaseOptions): Promise<OpenDatabase<Schema>> =>
  options.databaseUrl === undefined
    ? openEmbedded(options.dataDir, options)
    : openPostgresql(options.databaseUrl, options)
