import { type Kysely, sql } from 'kysely'

/** Stored methods that there is a reason to look at: their processor says that a card was replaced. */
export const updatedMethods = {
  version: 75,
  name: 'updated methods',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  // When the processor is asked what a method is now, by the billing clock; null while there is no reason to.
  `alter table payment_methods add column asks_at timestamptz`,
  `create index payment_methods_to_ask on payment_methods (asks_at) where asks_at is not null`,
]
