import { type Kysely, sql } from 'kysely'

/** What an obligation left to another one, because less was refunded for it, is owed once. */
export const restsOfObligations = {
  version: 39,
  name: 'rests of obligations',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table obligations add column rest_amount bigint not null default 0`.execute(db)
  },
}
