import { type Kysely, sql } from 'kysely'

/** Which payments are behind a subscription's credit: money of theirs that goes back takes the credit along. */
export const creditedPayments = {
  version: 15,
  name: 'credited payments',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table subscriptions add column credited_payments jsonb`.execute(db)
  },
}
