import { type Kysely, sql } from 'kysely'

/**
 * The audit log. Events say who made them, entries are for what has no event, and links of a chain seal both (DECISIONS 108).
 */
export const audit = {
  version: 54,
  name: 'audit',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `alter table events
    add column who text not null,
    add column what text not null,
    add column address text,
    add column request_id text,
    add column before jsonb,
    add column salt uuid default gen_random_uuid(),
    add column sealed_parts bytea`,
  `create table audit_entries (
    -- An organization, or 'server'.
    organization_id text not null,
    id text not null,
    who text not null check (who <> ''),
    what text not null,
    object_id text,
    why text,
    address text,
    request_id text,
    before jsonb,
    after jsonb,
    salt uuid default gen_random_uuid(),
    sealed_parts bytea,
    seal bigint,
    created_at timestamptz not null,
    recorded_at timestamptz not null default clock_timestamp(),
    primary key (organization_id, id)
  )`,
  // Entries are sealed once, erased once, and dropped only by whoever drops what is old.
  `create function keep_audit_entries() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('billing_checkout.drops_audit', true) = 'on' then
        return old;
      end if;
      if tg_op = 'UPDATE'
        and (new.organization_id, new.id, new.who, new.what, new.object_id, new.request_id, new.created_at, new.recorded_at)
          is not distinct from
          (old.organization_id, old.id, old.who, old.what, old.object_id, old.request_id, old.created_at, old.recorded_at)
        and (new.seal is not distinct from old.seal or old.seal is null)
        and (
          (new.before, new.after, new.address, new.why, new.salt, new.sealed_parts) is not distinct from
            (old.before, old.after, old.address, old.why, old.salt, old.sealed_parts)
          or (new.before, new.after, new.address, new.why, new.salt) is not distinct from
            (null::jsonb, null::jsonb, null::text, null::text, null::uuid) and old.salt is not null and new.sealed_parts is not null
        )
      then
        return new;
      end if;
      raise exception 'What is written in % stays as it is.', tg_table_name
        using errcode = 'check_violation', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
    end
  $$`,
  `create trigger audit_entries_stay before update or delete on audit_entries
    for each row execute function keep_audit_entries()`,
  `create trigger audit_entries_are_not_truncated before truncate on audit_entries
    for each statement execute function refuse_rewriting()`,
  `create index audit_entries_by_seal on audit_entries (seal, recorded_at)`,
  `create index audit_entries_by_object on audit_entries (organization_id, object_id, created_at, id)`,
  `create index audit_entries_listed on audit_entries (organization_id, created_at, id)`,
  `create index audit_entries_by_age on audit_entries (recorded_at)`,
  `create table audit_seals (
    number bigint primary key,
    sealed_at timestamptz not null,
    former_hash bytea not null,
    hash bytea not null,
    items text not null
  )`,
  `create table audit_head (
    singleton boolean primary key default true check (singleton),
    number bigint not null,
    hash bytea not null
  )`,
  `insert into audit_head (number, hash) values (0, '')`,
  // Up to where the events of each organization are sealed.
  `create table audit_positions (
    organization_id text primary key,
    sequence bigint not null,
    recorded_at timestamptz not null
  )`,
  `create table audit_checkpoints (
    id bigint generated always as identity primary key,
    recorded_at timestamptz not null default clock_timestamp(),
    statement text not null,
    signature bytea not null
  )`,
  `alter table data_keys
    drop constraint data_keys_purpose_check,
    add constraint data_keys_purpose_check
      check (purpose in ('cards', 'fingerprints', 'api keys', 'element files', 'webhook secrets', 'connection credentials', 'audit'))`,
]
