import type { Kysely } from 'kysely'

/**
 * One step of the schema's history. Steps are written in SQL with the database's own names and never change later. Servers
 * of the version before run beside it, so a step only adds; what they no longer need goes away in a later version.
 */
export interface Migration {
  readonly version: number
  readonly name: string
  /**
   * `alone`: runs outside any transaction, as `create index concurrently` demands. It may stop half way and is then done
   * again from its beginning, so it must be able to: see `createIndexConcurrently`.
   */
  readonly runs?: 'alone'
  /** The version of the schema that a server must know to run on a database with this step; it takes away what older ones use. */
  readonly needsVersion?: number
  up(db: Kysely<unknown>): Promise<void>
}
