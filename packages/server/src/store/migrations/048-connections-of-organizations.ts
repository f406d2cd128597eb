import { type Kysely, sql } from 'kysely'

/**
 * Accounts at processors that organizations charge over. Attempts, methods and refunds name them for ever, so no row is ever deleted.
 * The sandbox and processors that a server is started with have no row.
 */
export const connectionsOfOrganizations = {
  version: 48,
  name: 'connections of organizations',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table connections (
    organization_id text not null references organizations,
    id text not null check (id ~ '^con_'),
    -- By which name the package of the processor is found.
    adapter text not null,
    label text not null,
    sealed_credentials bytea not null,
    -- What anybody may know of it, the account's id and mode among it.
    settings jsonb not null check (settings ? 'account_id' and settings ? 'livemode'),
    state text not null default 'enabled' check (state in ('enabled', 'paused', 'disabled')),
    reason text,
    -- While it is paused: since when, when the processor is asked next whether it works again, and how often it was. By the wall clock.
    paused_at timestamptz,
    probe_at timestamptz,
    probes integer not null default 0,
    -- Raised with every change, so that servers notice it.
    revision bigint not null default 1,
    -- By the wall clock: an account is no part of what a sandbox's clock moves.
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    check ((state = 'enabled') = (reason is null)),
    check ((state = 'paused') = (paused_at is not null and probe_at is not null))
  )`,
  // Rows name a connection without its organization.
  `create unique index connections_by_id on connections (id)`,
  // Two connections of one account would each find the other's money unaccounted for.
  `create unique index connections_one_per_account on connections (adapter, (settings->>'account_id'))`,
  `alter table data_keys
    drop constraint data_keys_purpose_check,
    add constraint data_keys_purpose_check check (purpose in
      ('cards', 'fingerprints', 'api keys', 'element files', 'webhook secrets', 'connection credentials'))`,
]
