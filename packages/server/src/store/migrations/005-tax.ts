import { type Kysely, sql } from 'kysely'

/** The place that shoppers say, which is for tax alone, and the tax in every refund. */
export const tax = {
  version: 5,
  name: 'tax',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  // What the shopper said at the checkout: country, state and postal code. It selects no price.
  `alter table client_sessions add column tax_address jsonb`,
  `alter table customers add column tax_address jsonb`,
  // The tax refunded with a refund, in the payment's currency; zero for refunds made before it was counted.
  `alter table refunds add column tax_amount bigint not null default 0 check (tax_amount >= 0)`,
]
