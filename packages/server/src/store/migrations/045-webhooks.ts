import { type Kysely, sql } from 'kysely'

/**
 * Webhook endpoints, each a place in the log of events, and the deliveries to them. Nothing is written for an endpoint when an
 * event is made: its delivery is stored once it was tried (DECISIONS 94).
 */
export const webhooks = {
  version: 45,
  name: 'webhooks',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table webhook_endpoints (
    organization_id text not null references organizations,
    id text not null,
    url text not null,
    description text,
    event_types jsonb not null,
    enabled boolean not null default true,
    disabled_reason text check (disabled_reason in ('merchant', 'failing', 'gone')),
    sealed_secret bytea not null,
    former_sealed_secret bytea,
    former_until timestamptz,
    position bigint not null,
    failures integer not null default 0,
    failing_since timestamptz,
    probe_at timestamptz,
    warned_day integer not null default 0,
    fence bigint not null default 0,
    lease_until timestamptz,
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
    status text not null check (status in ('pending', 'delivered', 'failed')),
    attempts jsonb not null,
    tries integer not null,
    next_attempt_at timestamptz,
    created_at timestamptz not null,
    recorded_at timestamptz not null default now(),
    primary key (organization_id, id),
    foreign key (organization_id, endpoint_id) references webhook_endpoints on delete cascade,
    check ((event_sequence is null) = (test_event is not null)),
    check ((status = 'pending') = (next_attempt_at is not null))
  )`,
  // An event that is sent again after a crash keeps its one delivery to the endpoint.
  `create unique index webhook_deliveries_by_event on webhook_deliveries (organization_id, endpoint_id, event_id)`,
  `create index webhook_deliveries_due on webhook_deliveries (organization_id, endpoint_id, next_attempt_at) where status = 'pending'`,
  `create index webhook_deliveries_listed on webhook_deliveries (organization_id, created_at, id)`,
  `create index webhook_deliveries_by_age on webhook_deliveries (recorded_at)`,
  `alter table data_keys
    drop constraint data_keys_purpose_check,
    add constraint data_keys_purpose_check
      check (purpose in ('cards', 'fingerprints', 'api keys', 'element files', 'webhook secrets'))`,
]
