import { type Kysely, sql } from 'kysely'

/**
 * The time at which the sandbox processor entered a transaction, by its own clock: like any processor, it does not know our
 * billing clock.
 */
export const sandboxListing = {
  version: 25,
  name: 'sandbox listing',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `alter table sandbox_processor.transactions add column entered_at timestamptz not null default clock_timestamp()`,
  `create index sandbox_transactions_by_entry on sandbox_processor.transactions (entered_at, reference)`,
]
