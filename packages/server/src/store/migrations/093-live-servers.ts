import { type Kysely, sql } from 'kysely'

/** Which servers and workers run at the moment: each takes its share of the limits of a processor. */
export const liveServers = {
  version: 93,
  name: 'live servers',
  async up(db: Kysely<unknown>): Promise<void> {
    // By the database's own clock, so that no server's clock decides.
    await sql
      .raw(`create table live_servers (id text primary key, seen_at timestamptz not null default clock_timestamp())`)
      .execute(db)
  },
}
