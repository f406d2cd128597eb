import { type Kysely, sql } from 'kysely'

/** Archived plans are counted without the others: a list's total is that of all plans, which is stored, less theirs. */
export const archivedPlans = {
  version: 80,
  name: 'archived plans',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`create index plans_archived on plans (organization_id, created_at) where archived_at is not null`)
      .execute(db)
  },
}
