import type { Kysely } from 'kysely'

/**
 * One step of the schema's history. Steps are written in SQL with the database's own names and never change later. Servers of the previous
 * version still run during a step, so a step only adds. A later version removes what is no longer needed (DECISIONS 65).
 */
export interface Migration {
  readonly version: number
  readonly name: string
  /**
   * `alone`: runs outside any transaction, as `create index concurrently` demands. It may stop half way and is then run again
   * from its beginning, so it must allow that: see `createIndexConcurrently`.
   */
  readonly runs?: 'alone'
  /**
   * The version of the schema that a server must know to run on a database with this step, when the step removes what older
   * servers use.
   */
  readonly needsVersion?: number
  up(db: Kysely<unknown>): Promise<void>
}
