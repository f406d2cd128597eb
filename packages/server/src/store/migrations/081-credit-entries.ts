import { type Kysely, sql } from 'kysely'

/** Credit is a ledger: its sources in order, and the part of a period's cost that the period's own payment brought (DECISIONS 124). */
export const creditEntries = {
  version: 81,
  name: 'credit entries',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `alter table subscriptions
    add column credit_entries jsonb,
    add column period_paid_amount bigint not null default 0`,
]
