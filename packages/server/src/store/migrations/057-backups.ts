import { type Kysely, sql } from 'kysely'

/** When the database was backed up, so that somebody hears of it when that is too long ago. */
export const backups = {
  version: 57,
  name: 'backups',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table backups (
      id bigint generated always as identity primary key,
      -- The moment that the backup shows.
      at timestamptz not null,
      file text not null,
      bytes bigint not null,
      finished_at timestamptz not null default clock_timestamp()
    )`.execute(db)
    await sql`create index backups_by_moment on backups (at)`.execute(db)
  },
}
