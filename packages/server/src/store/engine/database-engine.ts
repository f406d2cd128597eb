import type { Kysely } from 'kysely'

/** Which of the two databases the server uses. */
export type DatabaseKind = 'embedded' | 'postgresql'

/** A database that answers, with one SQL and the same values whichever kind it is. */
export interface OpenDatabase<Schema> {
  readonly kind: DatabaseKind
  /**
   * Names are camelCase here and snake_case in the database; keys inside jsonb stay as they are. A jsonb value is written
   * as its text (`JSON.stringify`) and read parsed, a `bytea` is read as a Buffer, a `timestamptz` as a Timestamp.
   */
  readonly db: Kysely<Schema>
  /** Resolves when the database answers and would take writes. On PostgreSQL it uses a connection of its own. */
  ping(): Promise<void>
  /** Resolves when the database has written a row, which is deleted again. */
  probeWrite(): Promise<void>
  /** Does the upkeep that an embedded database lacks: it has neither autovacuum nor checkpointer. */
  maintain(): Promise<void>
  /** Waits for running statements, then closes; may be called twice. */
  close(): Promise<void>
}

/** Asks a new connection what has to be known before it is used. A connection that throws here is not used. */
export type Greet = (ask: (text: string) => Promise<readonly unknown[]>) => Promise<void>
