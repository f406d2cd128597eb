import { type Kysely, sql } from 'kysely'

/**
 * The tax rule that a subscription's money is counted under, and the country it was sold in. Both are null in rows of servers
 * that did not know of them.
 */
export const paidTax = {
  version: 31,
  name: 'paid tax',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table subscriptions add column paid_tax jsonb, add column country_of_sale text`.execute(db)
  },
}
