/**
 * The table of events, and the audit log. Events are partitioned by the month of `recorded_at`, the wall-clock time of their insert,
 * because partitions must not move with the billing clock. An event names its author; audit entries are for writes without an event. Links
 * of a hash chain seal events and entries.
 */
export const eventTablesSql = [
  `create sequence events_sequence_seq`,
  `create table events (
    organization_id text not null,
    id text not null,
    sequence bigint not null default nextval('events_sequence_seq'),
    type text not null,
    object jsonb not null,
    created_at timestamptz not null,
    recorded_at timestamptz not null default clock_timestamp(),
    who text not null,
    what text not null,
    address text,
    request_id text,
    before jsonb,
    -- The HMAC key for the row's personal data; null once that data is erased.
    salt uuid default gen_random_uuid(),
    sealed_parts bytea,
    -- The server's signature of the row as the erasure left it. With access to the database alone, nobody can forge it.
    erased_signature bytea
  ) partition by range (recorded_at)`,
  `alter sequence events_sequence_seq owned by events.sequence`,
  `create index events_by_sequence on events (organization_id, sequence)`,
  `create index events_by_type on events (organization_id, type, sequence)`,
  // There are many events, so the author and the operation get no index of their own: they are included in the index that the audit list
  // uses.
  `create index events_audited on events (organization_id, created_at, id) include (who, what, type)`,
  `create index events_by_object on events (organization_id, (object->>'id'))`,
  // The first partition ends with the next month. A job makes the later ones.
  `create table events_first (like events, primary key (organization_id, id))`,
  `create index events_first_by_sequence on events_first (organization_id, sequence)`,
  `create index events_first_by_type on events_first (organization_id, type, sequence)`,
  `create index events_first_audited on events_first (organization_id, created_at, id) include (who, what, type)`,
  `create index events_first_by_object on events_first (organization_id, (object->>'id'))`,
  `do $$
    begin
      execute format('alter table events attach partition events_first for values from (minvalue) to (%L)',
        (date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC');
    end
  $$`,
  // The default partition, for events of a month that has no partition.
  `create table events_without_month (like events, primary key (organization_id, id))`,
  `alter table events attach partition events_without_month default`,
  // Each organization's last event in dropped months. A reader that has read up to this event has missed nothing.
  `create table dropped_events (
    organization_id text primary key,
    id text not null,
    sequence bigint not null,
    recorded_at timestamptz not null
  )`,
  `create table audit_entries (
    -- The organization's id, or 'server' for entries about the installation.
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
    erased_signature bytea,
    seal bigint,
    created_at timestamptz not null,
    recorded_at timestamptz not null default clock_timestamp(),
    primary key (organization_id, id)
  )`,
  `create index audit_entries_by_seal on audit_entries (seal, recorded_at)`,
  `create index audit_entries_by_object on audit_entries (organization_id, object_id, created_at, id)`,
  `create index audit_entries_listed on audit_entries (organization_id, created_at, id)`,
  `create index audit_entries_by_age on audit_entries (recorded_at)`,
  ...['who', 'what'].map(
    (column) => `create index audit_entries_by_${column} on audit_entries (organization_id, ${column}, created_at, id)`,
  ),
  `create function refuse_rewriting() returns trigger language plpgsql as $$
    begin
      raise exception 'What is written in % stays as it is.', tg_table_name
        using errcode = 'check_violation', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
    end
  $$`,
  // An entry is sealed once and erased at most once. Only the retention job deletes entries.
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
  // Refuses to give a row the form of an erased row without a signature.
  `create function refuse_unsigned_erasure() returns trigger language plpgsql as $$
    begin
      raise exception 'What is left of a row in % has to be signed.', tg_table_name
        using errcode = 'check_violation', constraint = 'erasures_are_signed', table = tg_table_name, schema = tg_table_schema;
    end
  $$`,
  ...['events', 'audit_entries'].map(
    (table) => `create trigger erasures_are_signed before update on ${table} for each row
      when (new.sealed_parts is not null and old.sealed_parts is null and new.erased_signature is null)
      execute function refuse_unsigned_erasure()`,
  ),
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
  // The sequence up to which each organization's events are sealed.
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
  // Neither part of the union has a condition, so PostgreSQL reads each index from its end until a page is full.
  `create view audit_trail as
    select organization_id, id, who, what, object_id, why, address, request_id, before, after, null::text as event_type,
        created_at, recorded_at
      from audit_entries
    union all
    select organization_id, id, who, what, object->>'id', null, address, request_id, before, object, type, created_at,
        recorded_at
      from events`,
] as const
