import { type Kysely, sql } from 'kysely'

/** The payments behind a subscription's credit, so that a refund of their money takes the credit back (DECISIONS 124). */
export const creditedPayments = {
  version: 15,
  name: 'credited payments',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table subscriptions add column credited_payments jsonb`.execute(db)
  },
}
