import { type Kysely, sql } from 'kysely'

/** A move of the clock that broke off goes on to its former target when the same request is sent again. */
export const movesOfTheClock = {
  version: 12,
  name: 'moves of the clock',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table clock add column moving_to timestamptz, add column moving_for text`.execute(db)
  },
}
