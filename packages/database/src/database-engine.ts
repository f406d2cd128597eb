import type { Kysely } from 'kysely'

/** Which of the two databases the server uses. */
export type DatabaseKind = 'embedded' | 'postgresql'

/** An open database. Both kinds take the same SQL and return the same values. */
export interface OpenDatabase<Schema> {
  readonly kind: DatabaseKind
  /**
   * Names are camelCase here and snake_case in the database; keys inside jsonb stay as they are. Callers write jsonb as text
   * (`JSON.stringify`) and receive it parsed. They receive a `bytea` as a Buffer and a `timestamptz` as a Timestamp.
   */
  readonly db: Kysely<Schema>
  /** Resolves if the database answers and accepts writes. On PostgreSQL it uses a separate connection. */
  ping(): Promise<void>
  /** Resolves once the database has allocated space in a table and in its write-ahead log. No row remains. */
  probeWrite(): Promise<void>
  /** Does the upkeep of the embedded database, which has neither autovacuum nor checkpointer. Does nothing on PostgreSQL. */
  maintain(): Promise<void>
  /** Waits for running statements, then closes; may be called twice. */
  close(): Promise<void>
}

/** A function that queries each new connection before the pool uses it. If the function throws, the pool discards the connection. */
export type InspectConnection = (ask: (text: string) => Promise<readonly unknown[]>) => Promise<void>
