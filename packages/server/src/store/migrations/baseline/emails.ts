/** Tables of emails to customers. A row has facts, and neither text nor links. */
export const emails = [
  `create table emails (
    organization_id text not null,
    id text not null,
    kind text not null,
    customer_id text not null,
    subscription_id text,
    payment_id text,
    facts jsonb not null,
    status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'suppressed')),
    -- Why it was not sent.
    reason text check (reason is null or status in ('failed', 'suppressed')),
    -- The address, language and Message-ID are frozen at the first try.
    recipient text,
    locale text,
    message_id text,
    tries integer not null default 0,
    -- By the wall clock: an email is given up after three days of it.
    first_tried_at timestamptz,
    due_at timestamptz not null,
    sent_at timestamptz,
    created_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, customer_id) references customers
  )`,
  `create index emails_listed on emails (organization_id, created_at, id)`,
  `create index emails_due on emails (due_at, id) where status = 'queued'`,
  // The next email of a customer waits for those before it.
  `create index emails_queued_by_customer on emails (organization_id, customer_id, due_at, id) where status = 'queued'`,
  `create index emails_by_customer on emails (organization_id, customer_id, created_at, id)`,
  `create index emails_by_subscription on emails (organization_id, subscription_id, created_at, id) where subscription_id is not null`,
  `create index emails_by_payment on emails (organization_id, payment_id, created_at, id) where payment_id is not null`,
  // What the sandbox shows instead of sending it.
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
