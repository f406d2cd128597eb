import { type Kysely, sql } from 'kysely'

/** When old rows were last looked through, and whether all were: it is told by `doctor`. */
export const retentionRuns = {
  version: 74,
  name: 'retention runs',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table retention_runs (
      singleton boolean primary key default true check (singleton),
      -- By the wall clock.
      ended_at timestamptz not null,
      -- False where time was up before all rows were looked at.
      is_whole boolean not null
    )`.execute(db)
  },
}
