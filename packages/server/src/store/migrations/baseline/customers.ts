/** Tables of the dashboard's users, and of customers: their stored methods, credit, erasure and emails. */
export const customerTablesSql = [
  // The people who use the dashboard. Times in this table and the next seven are by the wall clock.
  `create table users (
    id text primary key,
    email text not null,
    folded_email text generated always as (fold_text(email)) stored unique,
    name text not null,
    password_hash text,
    is_operator boolean not null default false,
    created_at timestamptz not null,
    disabled_at timestamptz
  )`,
  `create table memberships (
    organization_id text not null references organizations,
    user_id text not null references users,
    role text not null check (role in ('admin', 'member', 'support', 'read_only')),
    created_at timestamptz not null,
    primary key (organization_id, user_id)
  )`,
  `create index memberships_of_user on memberships (user_id)`,
  `create table dashboard_sessions (
    token_hash text primary key,
    user_id text not null references users,
    created_at timestamptz not null,
    seen_at timestamptz not null,
    reauthenticated_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create index dashboard_sessions_of_user on dashboard_sessions (user_id)`,
  `create index dashboard_sessions_by_use on dashboard_sessions (seen_at)`,
  `create table user_tokens (
    id text primary key,
    token_hash text not null unique,
    kind text not null check (kind in ('invitation', 'password')),
    user_id text references users,
    email text not null,
    invited_to text references organizations,
    role text check (role in ('admin', 'member', 'support', 'read_only')),
    invited_by text references users,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    check ((kind = 'invitation') = (invited_to is not null and role is not null)),
    check ((kind = 'password') = (user_id is not null)),
    check (invited_by is null or kind = 'invitation')
  )`,
  `create index user_tokens_of_organization on user_tokens (invited_to, created_at) where invited_to is not null`,
  `create index user_tokens_of_user on user_tokens (user_id) where user_id is not null`,
  `create index user_tokens_by_end on user_tokens (expires_at)`,
  `create table passkeys (
    id text primary key,
    user_id text not null references users,
    credential_id text not null unique,
    public_key text not null,
    counter bigint not null check (counter >= 0),
    transports jsonb not null,
    name text not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  `create index passkeys_of_user on passkeys (user_id, created_at)`,
  `create table user_identities (
    user_id text primary key references users,
    issuer text not null,
    subject text not null,
    linked_at timestamptz not null,
    last_used_at timestamptz not null,
    unique (issuer, subject)
  )`,
  `create table sign_in_challenges (
    challenge_hash text primary key,
    purpose text not null check (
      purpose in ('sign_in', 'reauthenticate', 'add_passkey', 'sign_in_by_identity', 'reauthenticate_by_identity')
    ),
    user_id text references users,
    expires_at timestamptz not null,
    check ((purpose in ('sign_in', 'sign_in_by_identity')) = (user_id is null))
  )`,
  `create index sign_in_challenges_by_end on sign_in_challenges (expires_at)`,
  // Has at most one row, so that only one person can become the first user.
  `create table user_set_up (
    singleton boolean primary key default true check (singleton),
    code_hash text not null,
    organization_id_of_first text references organizations,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create table customers (
    organization_id text not null references organizations,
    id text not null,
    external_id text,
    full_name text,
    email text,
    phone text,
    -- The language tag for emails to the customer; null if unknown.
    locale text,
    address jsonb,
    -- The country, state and postal code that the customer last entered at a checkout. Only tax depends on them.
    tax_address jsonb,
    metadata jsonb not null default '{}',
    -- Tax ids that receipts show. They do not affect the tax.
    tax_ids jsonb not null default '[]',
    created_at timestamptz not null,
    updated_at timestamptz not null,
    erased_at timestamptz,
    folded_email text generated always as (fold_text(email)) stored,
    folded_text text generated always as (fold_text(
      id || ' ' || coalesce(external_id, '') || ' ' || coalesce(full_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')
    )) stored,
    primary key (organization_id, id),
    -- The database refuses to store the identity of an erased customer again.
    constraint customers_stay_erased check (
      erased_at is null or (
        external_id is null and full_name is null and email is null and phone is null and locale is null and metadata = '{}' and tax_ids = '[]'
        and coalesce(address->>'line1', address->>'line2', address->>'city', address->>'postal_code', tax_address->>'postal_code') is null
      )
    )
  )`,
  `create unique index customers_external_id on customers (organization_id, external_id) where external_id is not null`,
  `create index customers_by_created_at on customers (organization_id, created_at, id)`,
  ...['updated_at', 'email', 'full_name', 'external_id'].map(
    (column) => `create index customers_by_${column} on customers (organization_id, ${column}, created_at, id)`,
  ),
  `create index customers_by_folded_email on customers (organization_id, folded_email)`,
  `create table payment_methods (
    organization_id text not null,
    id text not null,
    customer_id text not null,
    type text not null,
    details jsonb not null,
    billing_address jsonb,
    -- The connection whose processor issued the token.
    connection text not null,
    processor_token text not null,
    fingerprint text,
    -- The payment that stored the method, as the card network identifies it. Charges without the shopper refer to it.
    network_payment_id text,
    authentication_id text,
    -- When to query the processor for the method's current state, by the billing clock, because the card may have been replaced;
    -- null if no query is planned.
    due_at timestamptz,
    -- The expiry month (YYYY-MM) for which payment_method.expiring was recorded; null if that event was never recorded.
    warned_of text,
    created_at timestamptz not null,
    detached_at timestamptz,
    primary key (organization_id, id),
    foreign key (organization_id, customer_id) references customers
  )`,
  `create index payment_methods_by_customer on payment_methods (organization_id, customer_id, created_at) where detached_at is null`,
  `create index payment_methods_by_fingerprint on payment_methods (organization_id, fingerprint)`,
  `create index payment_methods_to_ask on payment_methods (due_at) where due_at is not null`,
  // A notification finds the stored methods that it names without reading all of them.
  `create index payment_methods_by_token on payment_methods (connection, processor_token)`,
  // The processor's record of a customer, one for each connection.
  `create table customers_at_processors (
    organization_id text not null references organizations (id),
    connection text not null,
    customer_id text not null,
    -- The processor's own id of the record; null from the record's deletion until we create another.
    reference text,
    -- The number of this record among the records that we created for the customer. Each record's idempotency key is derived from it.
    number integer not null default 1,
    primary key (organization_id, connection, customer_id)
  )`,
  // Credit of customers: what each source added, and how much of it is left. The schema refuses to spend more than is left (DECISIONS 177).
  `create table customer_credits (
    organization_id text not null,
    id text not null,
    customer_id text not null,
    currency_code text not null,
    source_kind text not null check (source_kind in ('payment', 'goodwill', 'rounding')),
    source_id text not null,
    amount bigint not null check (amount > 0),
    left_amount bigint not null check (left_amount between 0 and amount),
    -- The part of the amount that refunds and disputes of the source have taken back.
    taken_back_amount bigint not null default 0 check (taken_back_amount >= 0),
    tax_rule jsonb,
    reason text,
    created_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, customer_id) references customers (organization_id, id),
    check (left_amount + taken_back_amount <= amount)
  )`,
  `create index customer_credits_by_source on customer_credits (organization_id, source_id)`,
  `create index customer_credits_left on customer_credits (organization_id, customer_id) where left_amount > 0`,
  // How much credit each payment, or change without a payment, took from each source.
  `create table customer_credit_uses (
    organization_id text not null,
    spender text not null,
    credit_id text not null,
    amount bigint not null check (amount > 0),
    worth_amount bigint not null check (worth_amount > 0),
    created_at timestamptz not null,
    returned_at timestamptz,
    -- The part of the amount that a refund or dispute of the source takes back when the spending payment has ended.
    taken_back_amount bigint not null default 0 check (taken_back_amount between 0 and amount),
    primary key (organization_id, spender, credit_id),
    foreign key (organization_id, credit_id) references customer_credits (organization_id, id)
  )`,
  `create index customer_credit_uses_of_credit on customer_credit_uses (organization_id, credit_id)`,
  // The journal of erasures. A restored backup brings back customers that were erased after the backup was made. A restore repeats the
  // erasures in the journal, so the journal is also stored outside the database.
  `create table erasures (
    organization_id text not null,
    customer_id text not null,
    -- By the wall clock.
    erased_at timestamptz not null default clock_timestamp(),
    -- The customer's data by which a job recognises copies; null once the erasure is finished.
    words jsonb,
    finished_at timestamptz,
    -- When a job next looks for copies of the customer's data, by the wall clock.
    due_at timestamptz not null default clock_timestamp(),
    -- When the erasure was written into the journal outside of the database; null until then, and without a journal.
    journalled_at timestamptz,
    primary key (organization_id, customer_id)
  )`,
  `create index erasures_to_journal on erasures (erased_at) where journalled_at is null`,
  `create index erasures_unfinished on erasures (due_at) where finished_at is null`,
  // What processors still have to delete: everything that one connection stores about an erased customer, or one detached method.
  `create table processor_erasures (
    organization_id text not null,
    id text not null,
    connection text not null,
    customer_id text,
    -- The token of the detached method; null for a customer, and once the processor has deleted it.
    processor_token text,
    created_at timestamptz not null,
    done_at timestamptz,
    primary key (organization_id, id)
  )`,
  `create index processor_erasures_due on processor_erasures (created_at) where done_at is null`,
  // Emails to customers. A row has facts, but neither text nor links.
  `create table emails (
    organization_id text not null,
    id text not null,
    kind text not null,
    -- Null: the email goes to a typed address, to acknowledge a declaration or to sign in.
    customer_id text check (customer_id is not null or facts ? 'declaration_id' or kind = 'sign_in'),
    subscription_id text,
    payment_id text,
    facts jsonb not null,
    status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'suppressed')),
    -- Why the email was not sent.
    reason text check (reason is null or status in ('failed', 'suppressed')),
    -- The first try to send the email writes its address, language and Message-ID. Later tries use the same ones.
    recipient text,
    locale text,
    message_id text,
    tries integer not null default 0,
    -- By the wall clock. Three days later, retries end; for a sign-in email, they end earlier.
    first_tried_at timestamptz,
    due_at timestamptz not null,
    sent_at timestamptz,
    created_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, customer_id) references customers
  )`,
  `create index emails_listed on emails (organization_id, created_at, id)`,
  `create index emails_due on emails (due_at, id) where status = 'queued'`,
  // A customer's next email waits for the customer's earlier emails, which this index finds.
  `create index emails_queued_by_customer on emails (organization_id, customer_id, due_at, id) where status = 'queued'`,
  `create index emails_by_declaration on emails (organization_id, (facts->>'declaration_id')) where customer_id is null`,
  `create index emails_by_typed_address on emails (organization_id, fold_case(recipient)) where kind = 'sign_in' and recipient is not null`,
  `create index emails_by_customer on emails (organization_id, customer_id, created_at, id)`,
  `create index emails_by_subscription on emails (organization_id, subscription_id, created_at, id) where subscription_id is not null`,
  `create index emails_by_payment on emails (organization_id, payment_id, created_at, id) where payment_id is not null`,
  // Emails that the sandbox shows instead of sending them.
  `create table stored_emails (
    organization_id text not null,
    id text not null,
    message jsonb not null,
    created_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, id) references emails on delete cascade
  )`,
  `create index stored_emails_by_time on stored_emails (created_at, id)`,
] as const
