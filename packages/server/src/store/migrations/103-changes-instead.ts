import { type Kysely, sql } from 'kysely'

/** Whether the shopper has turned the purchase of a client session into a change of a subscription that they have. */
export const changesInstead = {
  version: 103,
  name: 'changes instead of purchases',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table client_sessions add column changes_instead boolean not null default false`.execute(db)
  },
}
