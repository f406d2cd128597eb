/**
 * The sandbox processor's own tables, in their own schema: they represent another company, so they do not refer to billing tables, and
 * billing tables do not refer to them. They store no card number, only which published test card it was.
 */
export const sandboxTablesSql = [
  `create schema sandbox_processor`,
  `create table sandbox_processor.methods (
    token text primary key,
    behavior text not null,
    brand text not null,
    created_at timestamptz not null
  )`,
  `create table sandbox_processor.transactions (
    reference text primary key,
    request_hash text not null,
    id text not null unique,
    kind text not null,
    amount bigint not null,
    currency_code text not null,
    outcome jsonb not null,
    -- What the test card's issuer does to the transaction later, such as dispute it.
    traits jsonb not null default '{}',
    refund_of text references sandbox_processor.transactions (id),
    held_by text references sandbox_processor.transactions (id),
    created_at timestamptz not null,
    -- By the wall clock, because like a real processor it does not know our billing clock.
    entered_at timestamptz not null default clock_timestamp()
  )`,
  `create index on sandbox_processor.transactions (refund_of) where refund_of is not null`,
  `create unique index on sandbox_processor.transactions (held_by) where held_by is not null and outcome->>'kind' = 'approved'`,
  `create index sandbox_transactions_by_entry on sandbox_processor.transactions (entered_at, reference)`,
  `create index transactions_disputed on sandbox_processor.transactions (created_at) where traits ? 'disputed'`,
  `create index transactions_refunded_elsewhere on sandbox_processor.transactions (entered_at)
    where reference like 'elsewhere\\_%'`,
  `create table sandbox_processor.confirmations (
    id text primary key,
    reference text not null unique,
    kind text not null,
    state text not null check (state in ('open', 'passed', 'failed', 'cancelled', 'expired')),
    behavior text not null,
    request jsonb not null,
    created_at timestamptz not null
  )`,
] as const
