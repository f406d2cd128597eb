import { type Kysely, sql } from 'kysely'

/** Finds what a customer has not finished paying: every charge looks, and the index has as few rows as are on their way. */
export const unfinishedOfCustomer = {
  version: 11,
  name: 'unfinished of customer',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create index payments_unfinished_by_customer on payments (organization_id, customer_id)
           where payment_status = 'PENDING'`,
      )
      .execute(db)
  },
}
