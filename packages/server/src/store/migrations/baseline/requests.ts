/** Tables of requests: used sealed cards, stored answers, counts of declines, list totals, and deferred work. */
export const requestTablesSql = [
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
    -- The payment that the request started, if its answer is not a payment but the subscription that it changes.
    change_payment_id text,
    answer jsonb,
    created_at timestamptz not null,
    primary key (organization_id, caller, key)
  )`,
  `create index idempotency_keys_by_payment on idempotency_keys (organization_id, payment_id) where payment_id is not null`,
  `create index idempotency_keys_by_created_at on idempotency_keys (created_at)`,
  // Declines are counted by the minute, so that the count covers the last sixty minutes and not a calendar hour. Approvals are counted in
  // the same way: two approvals allow a network address one more decline, because many honest shoppers may share the address.
  `create table decline_counts (
    organization_id text not null,
    address text not null,
    minute timestamptz not null,
    declines integer not null,
    approvals integer not null default 0,
    -- The number of discount codes sent from the address that could not be redeemed.
    wrong_codes integer not null default 0,
    primary key (organization_id, address, minute)
  )`,
  `create index decline_counts_by_minute on decline_counts (minute)`,
  // How many requests a caller has made at all servers in the current minute. The table is unlogged: after a database crash each server
  // still has its own counts, and a minute later no server needs them.
  `create unlogged table request_counts (
    counter text primary key,
    requests integer not null,
    ends_at timestamptz not null
  )`,
  `create index request_counts_by_end on request_counts (ends_at)`,
  // Stored totals of lists that take long to count.
  `create table list_totals (
    organization_id text not null,
    list text not null,
    filter text not null,
    snapshot_at timestamptz not null,
    total bigint not null,
    remembered_at timestamptz not null,
    primary key (organization_id, list, filter, snapshot_at)
  )`,
  `create index list_totals_by_age on list_totals (remembered_at)`,
  // Failed work that is deferred. The deferral is stored outside the row to process. Even if that row cannot be changed, its work can be
  // deferred, so it does not block other work.
  `create table deferred_work (
    organization_id text not null,
    -- The name of the kind of due work.
    kind text not null,
    -- The id of the row to process, such as a payment to settle or a subscription to renew.
    id text not null,
    deferred_until timestamptz not null,
    tries integer not null,
    reason text not null,
    -- The end of the lease under which one server works on the row while it calls another service, by the database's clock;
    -- null for other work, and for waiting work.
    lease_until timestamptz,
    primary key (organization_id, kind, id)
  )`,
  `create index deferred_work_by_end on deferred_work (kind, deferred_until)`,
] as const
