import { type Kysely, sql } from 'kysely'

/**
 * How many requests a caller has made at all servers together in the minute that runs. It is not logged: after a crash of the
 * database each server still knows its own counts, and a minute later nobody needs them.
 */
export const requestCounts = {
  version: 44,
  name: 'request counts',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create unlogged table request_counts (
      counter text primary key,
      requests integer not null,
      ends_at timestamptz not null
    )`.execute(db)
    await sql`create index request_counts_by_end on request_counts (ends_at)`.execute(db)
  },
}
