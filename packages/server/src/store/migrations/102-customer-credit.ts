import { type Kysely, sql } from 'kysely'

/**
 * Credit of customers: what each source brought and what is left of it, and which payment, or change without a payment, took how much
 * (DECISIONS 177). The schema refuses to spend more than there is.
 */
export const customerCredit = {
  version: 102,
  name: 'customer credit',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table customer_credits (
    organization_id text not null,
    id text not null,
    customer_id text not null,
    currency_code text not null,
    source_kind text not null check (source_kind in ('payment', 'goodwill')),
    source_id text not null,
    amount bigint not null check (amount > 0),
    left_amount bigint not null check (left_amount between 0 and amount),
    tax_rule jsonb,
    reason text,
    created_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, customer_id) references customers (organization_id, id)
  )`,
  `create index customer_credits_left on customer_credits (organization_id, customer_id) where left_amount > 0`,
  `create table customer_credit_uses (
    organization_id text not null,
    spender text not null,
    credit_id text not null,
    amount bigint not null check (amount > 0),
    worth_amount bigint not null check (worth_amount > 0),
    created_at timestamptz not null,
    returned_at timestamptz,
    primary key (organization_id, spender, credit_id),
    foreign key (organization_id, credit_id) references customer_credits (organization_id, id)
  )`,
  `create index customer_credit_uses_of_credit on customer_credit_uses (organization_id, credit_id)`,
  `alter table payments add column credit_amount bigint not null default 0`,
]
