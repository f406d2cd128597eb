import { type Kysely, sql } from 'kysely'

/**
 * Credit of a cancelled subscription moves to its customer, and a refund or dispute of its source takes it back from there (DECISIONS
 * 178). A cancelled subscription with credit is due, so that a worker moves the credit.
 */
export const creditThatMoves = {
  version: 104,
  name: 'credit that moves to the customer',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `drop index subscriptions_due`,
  `alter table subscriptions drop column due_at`,
  `alter table subscriptions add column due_at timestamptz generated always as (
    case
      when renewal_payment_id is not null then null
      when status = 'scheduled_for_cancellation' then greatest(current_period_end, held_until)
      when status = 'past_due' then greatest(coalesce(next_billing_date, gives_up_at), held_until)
      when status in ('trial', 'active') then greatest(next_billing_date, held_until)
      when status = 'cancelled' and balance_amount > 0 then greatest(updated_at, held_until)
    end
  ) stored`,
  `create index subscriptions_due on subscriptions (due_at) where due_at is not null`,
  `alter table customer_credits drop constraint customer_credits_source_kind_check`,
  `alter table customer_credits add check (source_kind in ('payment', 'goodwill', 'rounding'))`,
  `alter table customer_credits add column taken_back_amount bigint not null default 0 check (taken_back_amount >= 0)`,
  `alter table customer_credits add check (left_amount + taken_back_amount <= amount)`,
  `create index customer_credits_by_source on customer_credits (organization_id, source_id)`,
  `alter table customer_credit_uses add column taken_back_amount bigint not null default 0
    check (taken_back_amount between 0 and amount)`,
]
