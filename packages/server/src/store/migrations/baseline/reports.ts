import { sumGuard } from '../sum-guard.ts'

/** Tables for the reports of processors: disputes, fraud warnings, notifications, and daily balance movements. */
export const reportTablesSql = [
  `create table disputes (
    organization_id text not null,
    id text not null,
    payment_id text not null,
    connection text not null,
    -- The processor's own id of the dispute.
    processor_id text not null,
    amount bigint not null check (amount >= 0),
    currency_code text not null,
    reason text not null,
    status text not null
      check (status in ('inquiry', 'inquiry_closed', 'needs_response', 'under_review', 'won', 'lost')),
    evidence_due_at timestamptz,
    -- The amount now withdrawn from the payment because of the dispute, in minor units of the payment's currency.
    withdrawn_amount bigint not null default 0 check (withdrawn_amount >= 0),
    -- The part of that amount, and of its tax, that was taken from the payment's subscription; and what it took from the
    -- subscription's period and credit.
    applied_amount bigint not null default 0 check (applied_amount >= 0),
    applied_tax_amount bigint not null default 0,
    taken jsonb,
    period_left_at timestamptz,
    -- When the merchant's dispute rule was applied to the subscription, because the dispute needed a response.
    acted_at timestamptz,
    due_at timestamptz,
    metadata jsonb not null default '{}',
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    unique (connection, processor_id),
    foreign key (organization_id, payment_id) references payments
  )`,
  `create index disputes_listed on disputes (organization_id, created_at, id)`,
  `create index disputes_to_answer on disputes (organization_id) where status = 'needs_response'`,
  `create index disputes_of_payment on disputes (organization_id, payment_id)`,
  `create index disputes_to_ask_about on disputes (due_at) where due_at is not null`,
  sumGuard('disputes', { sum: 'disputed_amount', of: 'withdrawn_amount', counted: 'true' }),
  `create constraint trigger disputes_are_counted after insert or update of withdrawn_amount on disputes
    deferrable initially deferred for each row execute function count_disputes('payment_id')`,
  `create constraint trigger payments_count_disputes after update of disputed_amount on payments
    deferrable initially deferred for each row when (old.disputed_amount <> new.disputed_amount)
    execute function count_disputes('id')`,
  // Warnings of banks and card networks that a charge may be fraudulent, one row each.
  `create table fraud_warnings (
    organization_id text not null,
    connection text not null,
    -- The processor's own id of the warning.
    id text not null,
    payment_id text not null,
    reason text not null,
    created_at timestamptz not null,
    primary key (connection, id)
  )`,
  `create index fraud_warnings_of_payment on fraud_warnings (organization_id, payment_id)`,
  // When each connection was last queried for news (DECISIONS 106).
  `create table news_of_connections (
    connection text primary key,
    -- When a server last queried the processor for news, by the database's clock; null if a query is due now.
    asked_at timestamptz,
    -- The time up to which the news is complete, by the processor's clock.
    complete_until timestamptz,
    reason text,
    -- The number of notifications that concerned none of our objects, and when the processor sent the latest notification.
    dropped bigint not null default 0,
    received_at timestamptz,
    -- Whether notifications had already brought all news that the latest query found.
    quiet boolean not null default false
  )`,
  // Notifications that processors have sent, one row each.
  `create table notifications (
    connection text not null,
    -- The processor's own id of the notification.
    id text not null,
    received_at timestamptz not null default clock_timestamp(),
    primary key (connection, id)
  )`,
  `create index notifications_by_age on notifications (received_at)`,
  // Movements of processors' balances with their fees, by day. The next table has the differences between these movements and our books.
  `create table booked_movements (
    organization_id text not null,
    connection text not null,
    -- The processor's own id of the movement.
    id text not null,
    payment_id text not null,
    kind text not null,
    transaction_id text not null,
    amount bigint not null,
    currency_code text not null,
    fee bigint not null,
    net bigint not null,
    balance_currency text not null,
    -- The day of the processor's report that lists the movement, by the processor's clock.
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
    -- Identifies the difference if a later comparison finds it again: the processor's id of the movement, or our reference that
    -- the processor lacks.
    key text not null,
    kind text not null check (kind in ('missing_here', 'missing_there', 'amount', 'state')),
    movement text not null,
    day date not null,
    organization_id text,
    payment_id text,
    transaction_id text,
    reference text,
    -- The processor's amount minus the amount in our books.
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
    -- The last day that was compared with our books after its end.
    complete_until date,
    -- When the next comparison is due, because a later day is over or is to be compared again; by the wall clock.
    due_at timestamptz not null
  )`,
  // The last computed monthly revenue of each subscription (billing/revenue).
  `create table counted_subscriptions (
    organization_id text not null,
    subscription_id text not null,
    status text not null,
    currency_code text not null,
    amount bigint not null check (amount >= 0),
    -- US dollars for one unit of the currency when the subscription was first counted, as a fraction; null if no rate was known.
    usd_per_unit text,
    amount_usd bigint check ((amount_usd is null) = (usd_per_unit is null)),
    primary key (organization_id, subscription_id)
  )`,
  `create index counted_subscriptions_at_risk on counted_subscriptions (organization_id) where status = 'past_due'`,
  // How recurring revenue changed on each day of the billing clock, in UTC.
  `create table revenue_days (
    organization_id text not null,
    day date not null,
    currency_code text not null,
    movement text not null,
    amount bigint not null,
    -- Null if no rate was known for a part of the amount.
    amount_usd bigint,
    count integer not null check (count > 0),
    primary key (organization_id, day, currency_code, movement)
  )`,
  // The event up to which each organization's revenue is computed.
  `create table revenue_positions (
    organization_id text primary key,
    sequence bigint not null,
    -- The earliest time at which the next event may have been recorded; null if unknown.
    recorded_from timestamptz,
    -- The billing-clock time up to which the revenue is computed.
    as_of timestamptz not null
  )`,
] as const
