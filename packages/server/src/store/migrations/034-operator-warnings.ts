import { type Kysely, sql } from 'kysely'

/** Warnings that only an operator can act on, which `doctor` shows. */
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
