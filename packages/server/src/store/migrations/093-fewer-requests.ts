import { type Kysely, sql } from 'kysely'

/** Which servers run at the moment, each of which takes its share of a processor's limits; and which connections have nothing to tell. */
export const fewerRequests = {
  version: 93,
  name: 'fewer requests',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  // By the database's own clock, so that no server's clock decides.
  `create table live_servers (id text primary key, seen_at timestamptz not null default clock_timestamp())`,
  // Whether everything that the processor told last had been notified before.
  `alter table news_of_connections add column quiet boolean not null default false`,
]
