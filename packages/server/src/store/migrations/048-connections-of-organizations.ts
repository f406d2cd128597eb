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
  // The lock is the one that reconciling takes, and every change of a connection's state: no money moves over it once that is
  // committed. A function sees what was committed while it waited.
  `create function refuse_unless_enabled() returns trigger language plpgsql as $$
    declare
      found_state text;
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended(new.connection, 3));
      select state into found_state from connections where id = new.connection;
      if found_state <> 'enabled' then
        raise exception 'The connection % is %.', new.connection, found_state
          using errcode = 'P0R02', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
      end if;
      return new;
    end
  $$`,
  `create trigger attempts_over_enabled_connections before insert on attempts for each row
    when (new.connection like 'con\\_%' and coalesce(new.calls_at_once, new.kind in ('authorize', 'verify')))
    execute function refuse_unless_enabled()`,
  `alter table data_keys
    drop constraint data_keys_purpose_check,
    add constraint data_keys_purpose_check check (purpose in
      ('cards', 'fingerprints', 'api keys', 'element files', 'webhook secrets', 'connection credentials'))`,
]
