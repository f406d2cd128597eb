import type { Kysely } from 'kysely'

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

/** What a connection is asked before it is used. */
export type Greet = (ask: (text: string) => Promise<readonly unknown[]>) => Promise<void>
