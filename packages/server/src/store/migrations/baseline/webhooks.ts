import { compiledCheck } from '../compiled-check.ts'

/**
 * Tables of webhooks: endpoints, each with a position in the log of events, and the deliveries to them. An event writes no row for an
 * endpoint: a delivery is stored once it was attempted, or if it has to wait for another delivery (DECISIONS 94).
 */
export const webhookTablesSql = [
  `create table webhook_endpoints (
    organization_id text not null references organizations,
    id text not null,
    url text not null,
    description text,
    event_types jsonb not null,
    -- 'ordered': events about one object are sent one after the other. 'thin': an event contains only the id of its object.
    mode text not null default 'parallel' check (mode in ('parallel', 'ordered')),
    payload text not null default 'full' check (payload in ('full', 'thin')),
    enabled boolean not null default true,
    disabled_reason text check (disabled_reason in ('merchant', 'failing', 'gone')),
    sealed_secret bytea not null,
    former_sealed_secret bytea,
    former_until timestamptz,
    position bigint not null,
    -- The earliest time at which events after position were recorded. It is the start of a month, so that a query skips the
    -- partitions of earlier months.
    position_from timestamptz not null,
    failures integer not null default 0,
    failing_since timestamptz,
    probe_at timestamptz,
    warned_day integer not null default 0,
    fence bigint not null default 0,
    lease_until timestamptz,
    -- The number of consecutive batches that the server could not send or record, until when the endpoint is deferred, and why.
    tries integer not null default 0,
    deferred_until timestamptz,
    deferred_reason text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    check (enabled = (disabled_reason is null))
  )`,
  `create table webhook_deliveries (
    organization_id text not null,
    id text not null,
    endpoint_id text not null,
    event_id text not null,
    event_type text not null,
    event_sequence bigint,
    test_event jsonb,
    status text not null,
    attempts jsonb not null,
    tries integer not null,
    due_at timestamptz,
    order_key text,
    leaves_gap boolean not null default false,
    created_at timestamptz not null,
    recorded_at timestamptz not null default now(),
    primary key (organization_id, id),
    foreign key (organization_id, endpoint_id) references webhook_endpoints on delete cascade
  )`,
  ...compiledCheck(
    'webhook_deliveries',
    'status text, event_sequence bigint, test_event jsonb, due_at timestamptz',
    `status in ('pending', 'delivered', 'failed')
      and (event_sequence is null) = (test_event is not null)
      and (status = 'pending') = (due_at is not null)`,
  ),
  // If an event is sent again after a crash, the endpoint still has only one delivery of it.
  `create unique index webhook_deliveries_by_event on webhook_deliveries (organization_id, endpoint_id, event_id)`,
  `create index webhook_deliveries_due on webhook_deliveries (organization_id, endpoint_id, due_at) where status = 'pending'`,
  `create index webhook_deliveries_listed on webhook_deliveries (organization_id, created_at, id)`,
  `create index webhook_deliveries_by_age on webhook_deliveries (recorded_at)`,
  `create index webhook_deliveries_in_order on webhook_deliveries (organization_id, endpoint_id, order_key, event_sequence)
    where status = 'pending' and order_key is not null`,
  `create index webhook_deliveries_gaps on webhook_deliveries (organization_id, endpoint_id, order_key) where leaves_gap`,
] as const
