import type { Kysely } from 'kysely'

/**
 * One step of the schema's history, in SQL with the database's own names. A released step never changes. Servers of the previous version
 * still run during a step, so a step only adds to the schema; a later version removes what is no longer needed (DECISIONS 65).
 */
export interface Migration {
  readonly version: number
  readonly name: string
  /**
   * `alone`: runs outside any transaction, as `create index concurrently` requires. It may stop half way and then runs again from its
   * start, so it must be repeatable: see `createIndexConcurrently`.
   */
  readonly runs?: 'alone'
  /** The lowest schema version that a server must support after this step, if the step removes what older servers use. */
  readonly needsVersion?: number
  up(db: Kysely<unknown>): Promise<void>
}
