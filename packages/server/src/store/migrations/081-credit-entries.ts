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
  `update subscriptions set
    credit_entries = (
      select jsonb_agg(jsonb_build_object('source', jsonb_build_object('kind', 'payment', 'id', entry->>'id'), 'minor', entry->'minor'))
      from jsonb_array_elements(credited_payments) as entry
    )
    where jsonb_array_length(credited_payments) > 0`,
  `update subscriptions set
    period_paid_amount = greatest(period_cost_amount - greatest(coalesce((
      select sum((entry->>'minor')::bigint) from jsonb_array_elements(credited_payments) as entry
    ), 0) - greatest(balance_amount, 0), 0), 0)
    where period_payment_id is not null`,
]
