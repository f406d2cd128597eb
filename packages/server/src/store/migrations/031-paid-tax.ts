import { type Kysely, sql } from 'kysely'

/**
 * The tax rule that a subscription's money is counted under, null if no tax is, and the country it was sold in.
 */
export const paidTax = {
  version: 31,
  name: 'paid tax',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table subscriptions add column paid_tax jsonb, add column country_of_sale text not null`.execute(db)
  },
}
