import { type Kysely, sql } from 'kysely'

/**
 * Refunds that a processor has accepted. It may say only later whether they arrive, and may take them back after that, so it is
 * asked about each for a month (DECISIONS 89).
 */
export const acceptedRefunds = {
  version: 37,
  name: 'accepted refunds',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table accepted_refunds (
    organization_id text not null,
    -- That of the attempt by which it was made.
    id text not null,
    payment_id text not null,
    connection text not null,
    -- The processor's id of the refund.
    transaction_id text not null,
    state text not null check (state in ('pending', 'succeeded', 'failed')),
    -- What it took of its subscription's period and credit, if it took anything.
    taken jsonb,
    -- When the rest of that period was exchanged by a change, or the period's end where the change gave no credit for the rest.
    period_left_at timestamptz,
    -- When the processor is asked about it, by the billing clock; null when it is not asked any more.
    asks_at timestamptz,
    failed_questions integer not null default 0,
    last_failure text,
    -- When it was given up to ask about it without knowing what became of it.
    given_up_at timestamptz,
    -- When it was accepted, or has arrived since.
    state_since timestamptz not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, payment_id) references payments,
    check (asks_at is null or (state <> 'failed' and given_up_at is null))
  )`,
  `create index accepted_refunds_to_ask_about on accepted_refunds (asks_at) where asks_at is not null`,
  `create index accepted_refunds_pending on accepted_refunds (state_since) where state = 'pending'`,
  `create index accepted_refunds_that_cannot_be_asked_about on accepted_refunds (asks_at) where failed_questions > 0`,
  `create index accepted_refunds_given_up on accepted_refunds (given_up_at) where given_up_at is not null`,
  `create index accepted_refunds_of_payment on accepted_refunds (organization_id, payment_id)`,
]
