import { type Kysely, sql } from 'kysely'

/** What processors have counted day by day, what it cost, and where that differs from the books (DECISIONS 107). */
export const bookedDays = {
  version: 65,
  name: 'booked days',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table booked_movements (
    organization_id text not null,
    connection text not null,
    -- The processor's own id of the entry in the balance.
    id text not null,
    payment_id text not null,
    kind text not null,
    transaction_id text not null,
    amount bigint not null,
    currency_code text not null,
    fee bigint not null,
    net bigint not null,
    balance_currency text not null,
    -- The day by the processor's clock, on which it was listed.
    day date not null,
    booked_at timestamptz not null,
    available_at timestamptz,
    arn text,
    payout_id text,
    primary key (connection, id)
  )`,
  `create index booked_movements_of_payment on booked_movements (organization_id, payment_id)`,
  `create index booked_movements_of_day on booked_movements (connection, day)`,
  `create table book_differences (
    id text primary key,
    connection text not null,
    -- What differs, as it is found again: the entry of the processor, or the reference of ours that it lacks.
    key text not null,
    kind text not null check (kind in ('missing_here', 'missing_there', 'amount', 'state')),
    movement text not null,
    day date not null,
    organization_id text,
    payment_id text,
    transaction_id text,
    reference text,
    -- What the processor has beyond the books; negative where it has less.
    difference_minor bigint not null,
    currency_code text not null,
    message text not null,
    moved_at timestamptz not null,
    found_at timestamptz not null default clock_timestamp(),
    seen_at timestamptz not null default clock_timestamp(),
    closed_at timestamptz,
    closed_why text,
    unique (connection, kind, key)
  )`,
  `create index book_differences_open on book_differences (found_at) where closed_at is null`,
  `create index book_differences_of_day on book_differences (connection, day) where closed_at is null`,
  `create table reconciled_days (
    connection text primary key,
    -- The last day that was compared after its end.
    complete_until date,
    tried_at timestamptz,
    trouble text
  )`,
  // Attempts are appended in this order, so that a day of them is a few pages of the table.
  `create index attempts_by_opening on attempts using brin ((request->>'openedAt')) with (pages_per_range = 32, autosummarize = on)`,
]
