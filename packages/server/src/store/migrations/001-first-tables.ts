import { type Kysely, sql } from 'kysely'

/**
 * The first tables. Every table's key starts with the organization, so that PostgreSQL can be sharded by it. Money moves
 * exactly once because of the partial unique indexes on payments: the schema refuses what the code must not do.
 */
export const firstTables = {
  version: 1,
  name: 'first tables',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table clock (
    singleton boolean primary key default true check (singleton),
    offset_millis bigint not null default 0,
    frozen_at timestamptz,
    mover text,
    mover_until timestamptz
  )`,
  `insert into clock default values`,
  // The billing clock: in sandbox an offset that can be moved, and while it is being moved a fixed instant.
  `create function billing_now() returns timestamptz language sql volatile as $$
    select date_trunc('milliseconds', coalesce(frozen_at, clock_timestamp() + offset_millis * interval '1 millisecond')) from clock
  $$`,
  `create table server_keys (
    kid text primary key,
    purpose text not null check (purpose in ('client_token', 'card')),
    public_jwk jsonb not null,
    sealed_private_jwk bytea not null,
    created_at timestamptz not null,
    retired_at timestamptz
  )`,
  `create table organizations (
    id text primary key,
    name text not null,
    settings jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create table api_keys (
    organization_id text not null references organizations,
    id text not null,
    secret_hash bytea not null unique,
    hint text not null,
    scopes jsonb,
    created_at timestamptz not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    primary key (organization_id, id)
  )`,
  `create table customers (
    organization_id text not null references organizations,
    id text not null,
    external_id text,
    full_name text,
    email text,
    phone text,
    address jsonb,
    metadata jsonb not null default '{}',
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  `create unique index customers_external_id on customers (organization_id, external_id) where external_id is not null`,
  `create index customers_by_created_at on customers (organization_id, created_at, id)`,
  `create index customers_by_updated_at on customers (organization_id, updated_at, id)`,
  `create index customers_by_email on customers (organization_id, email, id)`,
  `create index customers_by_full_name on customers (organization_id, full_name, id)`,
  `create table payment_methods (
    organization_id text not null,
    id text not null,
    customer_id text not null,
    type text not null,
    details jsonb not null,
    billing_address jsonb,
    processor_token text not null,
    fingerprint text,
    created_at timestamptz not null,
    detached_at timestamptz,
    primary key (organization_id, id),
    foreign key (organization_id, customer_id) references customers
  )`,
  `create index payment_methods_by_customer on payment_methods (organization_id, customer_id, created_at) where detached_at is null`,
  `create index payment_methods_by_fingerprint on payment_methods (organization_id, fingerprint)`,
  `create table plans (
    organization_id text not null references organizations,
    id text not null,
    name text not null,
    type text not null check (type in ('recurring', 'one-off')),
    interval_unit text check (interval_unit in ('days', 'months', 'years')),
    interval_count integer check (interval_count > 0),
    price jsonb not null,
    collect_tax boolean,
    trial_interval_unit text check (trial_interval_unit in ('days', 'months', 'years')),
    trial_interval_count integer check (trial_interval_count > 0),
    trial_price jsonb,
    archived_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    check ((type = 'recurring') = (interval_unit is not null))
  )`,
  `create index plans_by_created_at on plans (organization_id, created_at, id)`,
  `create index plans_by_updated_at on plans (organization_id, updated_at, id)`,
  `create index plans_by_name on plans (organization_id, name, id)`,
  `create table subscriptions (
    organization_id text not null,
    id text not null,
    customer_id text not null,
    plan_id text not null,
    status text not null check (status in ('trial', 'active', 'past_due', 'cancelled', 'scheduled_for_cancellation')),
    price_amount bigint not null check (price_amount between 0 and 1000000000000),
    price_currency text not null,
    trial_price_amount bigint check (trial_price_amount between 0 and 1000000000000),
    payment_method_id text,
    anchor timestamptz not null,
    trial_ends_at timestamptz,
    current_period_start timestamptz not null,
    current_period_end timestamptz not null,
    period_cost_amount bigint not null default 0,
    next_billing_date timestamptz,
    balance_amount bigint not null default 0,
    attempt_count integer not null default 0,
    attempts_max integer not null,
    past_due_since timestamptz,
    gives_up_at timestamptz,
    failure_count integer not null default 0,
    -- The payment that paid the current period.
    period_payment_id text,
    -- The unfinished charge of the next period; until its outcome is known nothing else falls due.
    renewal_payment_id text,
    -- A row that cannot be worked on rests until then, and says why.
    held_until timestamptz,
    held_count integer not null default 0,
    held_reason text,
    lease_until timestamptz,
    noticed_period_end timestamptz,
    -- When something has to be done about it next. Generated, so that no change of status or date can forget it.
    due_at timestamptz generated always as (
      case
        when renewal_payment_id is not null then null
        when status = 'scheduled_for_cancellation' then greatest(current_period_end, held_until)
        when status = 'past_due' then greatest(coalesce(next_billing_date, gives_up_at), held_until)
        when status in ('trial', 'active') then greatest(next_billing_date, held_until)
      end
    ) stored,
    -- When its customer is told of the next charge: 7 days before, 30 for a year, at the start of a shorter period.
    notice_at timestamptz generated always as (
      case when status in ('trial', 'active') and noticed_period_end is distinct from current_period_end then
        greatest(current_period_start, ((current_period_end at time zone 'UTC') - case
          when current_period_end - current_period_start >= interval '365 days' then interval '30 days'
          else interval '7 days'
        end) at time zone 'UTC')
      end
    ) stored,
    metadata jsonb not null default '{}',
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, customer_id) references customers,
    foreign key (organization_id, plan_id) references plans,
    foreign key (organization_id, payment_method_id) references payment_methods,
    check (current_period_start < current_period_end),
    check ((status = 'past_due') = (past_due_since is not null))
  )`,
  `create index subscriptions_by_customer on subscriptions (organization_id, customer_id, created_at)`,
  `create index subscriptions_by_plan on subscriptions (organization_id, plan_id, created_at)`,
  `create index subscriptions_by_created_at on subscriptions (organization_id, created_at, id)`,
  `create index subscriptions_by_updated_at on subscriptions (organization_id, updated_at, id)`,
  `create index subscriptions_by_status on subscriptions (organization_id, status, created_at, id)`,
  `create index subscriptions_by_next_billing_date on subscriptions (organization_id, next_billing_date, id)`,
  `create index subscriptions_due on subscriptions (due_at) where due_at is not null`,
  `create index subscriptions_to_notice on subscriptions (notice_at) where notice_at is not null`,
  `create table client_sessions (
    organization_id text not null references organizations,
    id text not null,
    members jsonb not null,
    customer_id text,
    quote jsonb,
    trial_refused boolean not null default false,
    expires_at timestamptz not null,
    completed_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  `create unique index client_sessions_id on client_sessions (id)`,
  `create index client_sessions_by_created_at on client_sessions (organization_id, created_at, id)`,
  // One row for every sum that is owed; its price is frozen when the row is made, and payments point to it.
  `create table claims (
    organization_id text not null,
    id text not null,
    kind text not null check (kind in ('checkout', 'merchant', 'period', 'change')),
    customer_id text not null,
    plan_id text not null,
    subscription_id text,
    session_id text,
    period_start timestamptz,
    amount bigint not null check (amount between 0 and 1000000000000),
    currency_code text not null,
    quote jsonb not null,
    created_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, customer_id) references customers,
    foreign key (organization_id, subscription_id) references subscriptions,
    foreign key (organization_id, session_id) references client_sessions
  )`,
  `create unique index claims_period on claims (organization_id, subscription_id, period_start) where kind = 'period'`,
  `create index claims_by_session on claims (organization_id, session_id) where session_id is not null`,
  `create table payments (
    organization_id text not null,
    id text not null,
    claim_id text not null,
    session_id text,
    customer_id text not null,
    plan_id text not null,
    subscription_id text,
    payment_method_id text,
    purpose text not null,
    amount bigint not null check (amount between 0 and 1000000000000),
    amount_usd bigint,
    currency_code text not null,
    exchange jsonb,
    payment_status text not null check (payment_status in ('PENDING', 'FAILED', 'AUTHORIZED', 'SETTLING', 'SETTLED', 'DECLINED', 'BLOCKED', 'CANCELLED')),
    payment_type text not null check (payment_type in ('MIT', 'CIT')),
    payment_token_type text check (payment_token_type in ('CARD_PAN', 'NETWORK_TOKEN', 'PROCESSOR_TOKEN')),
    payment_method jsonb,
    fingerprint text,
    metadata jsonb not null default '{}',
    statement_descriptor text,
    refunded_amount bigint not null default 0 check (refunded_amount between 0 and amount),
    avs_check jsonb,
    cvc_check jsonb,
    payment_details jsonb,
    processor jsonb,
    status_reason jsonb,
    tax jsonb,
    authentication jsonb,
    consent jsonb,
    settles_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    search_text text not null,
    primary key (organization_id, id),
    foreign key (organization_id, claim_id) references claims,
    foreign key (organization_id, customer_id) references customers,
    foreign key (organization_id, plan_id) references plans,
    foreign key (organization_id, subscription_id) references subscriptions,
    foreign key (organization_id, payment_method_id) references payment_methods
  )`,
  `create unique index payments_one_per_claim on payments (organization_id, claim_id)
    where payment_status in ('PENDING', 'AUTHORIZED', 'SETTLING', 'SETTLED')`,
  `create unique index payments_one_per_session on payments (organization_id, session_id)
    where session_id is not null and payment_status in ('PENDING', 'AUTHORIZED', 'SETTLING', 'SETTLED')`,
  `create unique index payments_one_unfinished_per_subscription on payments (organization_id, subscription_id)
    where subscription_id is not null and payment_status = 'PENDING'`,
  `create unique index payments_one_unfinished_per_plan on payments (organization_id, customer_id, plan_id)
    where payment_status = 'PENDING' and purpose <> 'renew'`,
  `create index payments_by_session on payments (organization_id, session_id, created_at) where session_id is not null`,
  `create index payments_by_customer on payments (organization_id, customer_id, created_at)`,
  `create index payments_by_subscription on payments (organization_id, subscription_id, created_at)`,
  `create index payments_by_created_at on payments (organization_id, created_at, id)`,
  `create index payments_by_updated_at on payments (organization_id, updated_at, id)`,
  `create index payments_by_amount on payments (organization_id, amount, id)`,
  `create index payments_by_amount_usd on payments (organization_id, amount_usd, id)`,
  `create index payments_by_status on payments (organization_id, payment_status, created_at, id)`,
  `create index payments_by_currency on payments (organization_id, currency_code, created_at, id)`,
  `create index payments_by_statement_descriptor on payments (organization_id, statement_descriptor, created_at, id)`,
  `create index payments_by_fingerprint on payments (organization_id, fingerprint, plan_id) where fingerprint is not null`,
  `create index payments_settling on payments (settles_at) where payment_status = 'SETTLING'`,
  // One row for every call to a processor. Its key is made from its id, so a call repeated after a crash is the same call.
  `create table attempts (
    organization_id text not null,
    id text not null,
    payment_id text not null,
    kind text not null check (kind in ('authorize', 'capture', 'void', 'refund', 'verify')),
    state text not null check (state in ('open', 'done', 'closed')),
    processor text not null,
    processor_key text not null unique,
    carries_card_data boolean not null,
    request jsonb not null,
    outcome jsonb,
    fence integer not null default 1,
    lease_until timestamptz not null,
    created_at timestamptz not null,
    finished_at timestamptz,
    primary key (organization_id, id),
    foreign key (organization_id, payment_id) references payments
  )`,
  `create index attempts_by_payment on attempts (organization_id, payment_id)`,
  `create index attempts_open on attempts (lease_until) where state = 'open'`,
  `create table refunds (
    organization_id text not null,
    id text not null,
    payment_id text not null,
    amount bigint not null check (amount > 0),
    amount_usd bigint,
    status text not null check (status in ('pending', 'succeeded', 'failed')),
    reason text,
    processor_transaction_id text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, payment_id) references payments
  )`,
  `create index refunds_by_payment on refunds (organization_id, payment_id, created_at)`,
  `create table used_card_tokens (
    jti text primary key,
    expires_at timestamptz not null
  )`,
  `create index used_card_tokens_by_expiry on used_card_tokens (expires_at)`,
  `create table idempotency_keys (
    organization_id text not null,
    caller text not null,
    key text not null,
    request_hash text not null,
    lease_until timestamptz not null,
    payment_id text,
    answer jsonb,
    created_at timestamptz not null,
    primary key (organization_id, caller, key)
  )`,
  `create index idempotency_keys_by_payment on idempotency_keys (organization_id, payment_id) where payment_id is not null`,
  `create index idempotency_keys_by_created_at on idempotency_keys (created_at)`,
  `create table decline_counts (
    organization_id text not null,
    address text not null,
    hour timestamptz not null,
    declines integer not null,
    primary key (organization_id, address, hour)
  )`,
  `create index decline_counts_by_hour on decline_counts (hour)`,
  `create table events (
    organization_id text not null,
    id text not null,
    sequence bigint generated always as identity,
    type text not null,
    object jsonb not null,
    created_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  `create index events_by_sequence on events (organization_id, sequence)`,
  `create index events_by_type on events (organization_id, type, sequence)`,
]
