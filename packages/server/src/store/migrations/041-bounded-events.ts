import { type Kysely, sql } from 'kysely'

/** Reads all events to make sure that they lie within the bound of step 40. Others go on reading and writing meanwhile. */
export const boundedEvents = {
  version: 41,
  name: 'bounded events',
  runs: 'alone',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table events validate constraint events_bound`.execute(db)
  },
} as const
