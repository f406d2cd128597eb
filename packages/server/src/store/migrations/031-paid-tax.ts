import { type Kysely, sql } from 'kysely'

/**
 * Under which tax a subscription's money is counted, and the country it was sold in. Both are null where a server wrote the
 * row that did not know of them.
 */
export const paidTax = {
  version: 31,
  name: 'paid tax',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table subscriptions add column paid_tax jsonb, add column country_of_sale text`.execute(db)
  },
}
