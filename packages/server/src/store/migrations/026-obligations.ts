import { type Kysely, sql } from 'kysely'

/** Obligations: what we owe a shopper or their bank, until it is done or an operator has closed it (DECISIONS 63). */
export const obligations = {
  version: 26,
  name: 'obligations',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table obligations (
    organization_id text not null,
    id text not null,
    payment_id text not null,
    kind text not null check (kind in ('refund', 'void')),
    -- What is given back or let go, in minor units.
    amount bigint not null check (amount > 0),
    currency_code text not null,
    -- The processor's id of what is given back or let go.
    transaction_id text not null,
    -- Whether what goes back is counted as a refund of the payment: not where the payment never counted as paid.
    is_counted boolean not null,
    reason text not null,
    state text not null default 'open' check (state in ('open', 'met', 'closed')),
    -- The latest try; while it is open nothing else is tried.
    attempt_id text,
    failed_tries integer not null default 0,
    last_failure text,
    -- Since when it has been refused again and again; then it is told.
    overdue_since timestamptz,
    -- When it is tried again, by the billing clock, unless the latest try is still open.
    next_try_at timestamptz not null,
    closed_reason text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, payment_id) references payments
  )`,
  `create index obligations_open on obligations (next_try_at) where state = 'open'`,
  `create index obligations_by_payment on obligations (organization_id, payment_id)`,
]
