import { type Kysely, sql } from 'kysely'

/** What servers met that only their operator can put right, for the command that looks after them. */
export const operatorWarnings = {
  version: 34,
  name: 'operator warnings',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table operator_warnings (
      name text primary key,
      detail text not null,
      seen_at timestamptz not null
    )`.execute(db)
  },
}
