import { type Kysely, sql } from 'kysely'

/** Approvals are counted like declines: an address that many honest shoppers share may have more declines. */
export const approvalsByMinute = {
  version: 33,
  name: 'approvals by minute',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table decline_counts add column approvals integer not null default 0`.execute(db)
  },
}
