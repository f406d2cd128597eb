/**
 * Tables of connections to processors, and of connections that wait to be reconciled. If a database was restored without its last
 * transactions, no money may move until we know what the processors did meanwhile (DECISIONS 61).
 */
export const connectionTablesSql = [
  // Accounts at processors, over which organizations charge. Attempts, methods and refunds refer to them for ever, so no row is ever
  // deleted. The sandbox, and processors that are set up in the server's settings, have no row.
  `create table connections (
    organization_id text not null references organizations,
    id text not null check (id ~ '^con_'),
    -- The name of the processor's adapter, by which the server finds its package.
    adapter text not null,
    label text not null,
    sealed_credentials bytea not null,
    -- The settings that are not secret, such as the account's id and mode.
    settings jsonb not null check (settings ? 'account_id' and settings ? 'livemode'),
    state text not null default 'enabled' check (state in ('enabled', 'paused', 'disabled')),
    reason text,
    -- While the connection is paused: since when, when we next check whether the processor accepts our credentials, and how many
    -- checks we have made. By the wall clock.
    paused_at timestamptz,
    due_at timestamptz,
    tries integer not null default 0,
    -- Every change raises this number. Servers compare it to notice changes.
    revision bigint not null default 1,
    -- By the wall clock, because moving a sandbox's billing clock does not affect accounts.
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    check ((state = 'enabled') = (reason is null)),
    check ((state = 'paused') = (paused_at is not null and due_at is not null))
  )`,
  // Other rows refer to a connection without its organization, so ids are unique among all organizations.
  `create unique index connections_by_id on connections (id)`,
  // If two connections shared an account, each would report the other's money as unaccounted for.
  `create unique index connections_one_per_account on connections (adapter, (settings->>'account_id'))`,
  // If a key has no right to read its account's id, the publishable key prevents a second connection to the same account.
  `create unique index connections_one_per_publishable_key on connections (adapter, (settings->>'publishable_key'))
    where settings->>'account_id' is null`,
  // Payment methods that were declined with a code that the processor's adapter does not know. If several methods were declined with the
  // same code, the cause is not the method.
  `create table unrecognized_declines (
    connection text not null,
    code text not null,
    -- A digest of the method's token.
    method text not null,
    -- By the wall clock.
    seen_at timestamptz not null,
    doubted_until timestamptz,
    primary key (connection, code, method)
  )`,
  `create table reconcile_first (
    connection text primary key,
    -- Since when no money may move over the connection; null: money may move. All times of this table are wall-clock.
    since timestamptz,
    why text,
    set_by text,
    -- The time up to which the database is certainly complete.
    last_commit_at timestamptz,
    -- set_reconcile_first raises this number, so that the results of an earlier comparison cannot end a later wait.
    round integer not null default 0,
    -- When the processor's transactions are next compared with our books; null: at once.
    due_at timestamptz,
    -- When the processor's transactions were last listed completely and compared.
    listed_at timestamptz,
    -- Why the latest listing of the processor's transactions failed.
    reason text,
    check (since is null or (why is not null and set_by is not null and last_commit_at is not null))
  )`,
  // Transactions of processors that our books do not have.
  `create table unmatched_transactions (
    connection text not null,
    -- Our reference, as the processor has stored it.
    reference text not null,
    transaction_id text not null,
    kind text not null check (kind in ('authorize', 'capture', 'refund')),
    amount bigint not null,
    currency_code text not null,
    -- By the processor's clock.
    moved_at timestamptz not null,
    -- The organization that the money belongs to, and what the money was for; null if unknown.
    organization_id text,
    subject text,
    found_at timestamptz not null default clock_timestamp(),
    -- When an operator marked the transaction as handled.
    cleared_at timestamptz,
    primary key (connection, reference)
  )`,
  // An attempt with an immediate call can be opened only if its connection is enabled and need not be reconciled. One advisory lock covers
  // both conditions: code that stops a connection takes it, too. The queries after the lock see what other transactions have committed,
  // because each statement inside a function sees what was committed before that statement.
  `create function refuse_over_held_connections() returns trigger language plpgsql as $$
    declare
      found_state text;
    begin
      if not new.calls_at_once then return new; end if;
      perform pg_advisory_xact_lock_shared(hashtextextended(new.connection, 3));
      if new.connection like 'con\\_%' then
        select state into found_state from connections where id = new.connection;
        if found_state <> 'enabled' then
          raise exception 'The connection % is %.', new.connection, found_state
            using errcode = 'P0R02', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
        end if;
      end if;
      if exists (select from reconcile_first where connection = new.connection and since is not null) then
        raise exception 'No money moves over % until its transactions have been reconciled.', new.connection
          using errcode = 'P0R01', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
      end if;
      return new;
    end
  $$`,
  `create trigger attempts_over_free_connections before insert on attempts for each row
    execute function refuse_over_held_connections()`,
  // While a connection waits to be reconciled, none of its attempts is leased for another call, because the processor may have no record of
  // the first call (DECISIONS 61). A lease changes both the fence and the lease's end. A notification changes only the fence, and a release
  // only the end.
  `create function leave_out_while_reconciling() returns trigger language plpgsql as $$
    begin
      if new.state <> 'open' or new.fence <= old.fence or new.lease_until is not distinct from old.lease_until then
        return new;
      end if;
      perform pg_advisory_xact_lock_shared(hashtextextended(new.connection, 3));
      if exists (select from reconcile_first where connection = new.connection and since is not null) then
        return null;
      end if;
      return new;
    end
  $$`,
  `create trigger attempts_not_leased_while_reconciling before update of lease_until on attempts for each row
    execute function leave_out_while_reconciling()`,
  // Makes a connection wait until it is reconciled. It first waits for every transaction that is about to move money over the connection. A
  // later transaction sees that the connection waits, and fails.
  `create function set_reconcile_first(asked text, reason text, who text, durable timestamptz) returns void
  language plpgsql as $$
    declare
      earlier reconcile_first;
      current reconcile_first;
    begin
      perform pg_advisory_xact_lock(hashtextextended(asked, 3));
      select * into earlier from reconcile_first where connection = asked;
      insert into reconcile_first (connection, since, why, set_by, last_commit_at, round)
        values (asked, clock_timestamp(), reason, who, durable, 1)
        on conflict (connection) do update set since = excluded.since, why = excluded.why, set_by = excluded.set_by,
          last_commit_at = case when reconcile_first.since is null then durable
            else least(reconcile_first.last_commit_at, durable) end,
          round = reconcile_first.round + 1, due_at = null, listed_at = null, reason = null
        returning * into current;
      insert into audit_entries (organization_id, id, who, what, object_id, before, after, why, created_at)
        values ('server', 'aud_' || gen_random_uuid(), who, 'reconcile_first.set', asked, to_jsonb(earlier), to_jsonb(current),
          reason, billing_now());
    end
  $$`,
  // The identity of the database when it was last opened, and when it was last known to be alive.
  `create table database_identity (
    singleton boolean primary key default true check (singleton),
    system_identifier text,
    timeline bigint,
    -- The number that PostgreSQL gives each database it creates.
    oid bigint,
    alive_at timestamptz not null
  )`,
  // A part of the identity is null if a managed database does not expose it.
  `create function read_database_identity(out system_identifier text, out timeline bigint, out oid bigint)
    language plpgsql as $$
    begin
      select database.oid::bigint into oid from pg_database as database where datname = current_database();
      begin
        select control.system_identifier::text into system_identifier from pg_control_system() as control;
      exception when others then null;
      end;
      begin
        -- After a promotion, the name of the WAL file shows the new timeline at once, the control file only after the next checkpoint.
        timeline := ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint;
      exception when others then null;
      end;
    end
  $$`,
  `create function notice_database() returns text language plpgsql as $$
    declare
      seen record;
      known database_identity;
      reason text;
    begin
      if pg_is_in_recovery() then
        raise exception 'The database is a standby and takes no writes.' using errcode = 'read_only_sql_transaction';
      end if;
      select * into seen from read_database_identity();
      select * into known from database_identity;
      if not found then
        insert into database_identity (system_identifier, timeline, oid, alive_at)
          values (seen.system_identifier, seen.timeline, seen.oid, clock_timestamp()) on conflict do nothing;
        return null;
      end if;
      if coalesce(known.system_identifier = seen.system_identifier, seen.system_identifier is null)
        and coalesce(known.timeline = seen.timeline, seen.timeline is null)
        and known.oid = seen.oid then
        return null;
      end if;
      -- Another server that opens the database at the same time waits for this lock, and then reads the identity that we store below.
      select * into known from database_identity for update;
      reason := case
        when known.system_identifier <> seen.system_identifier then
          format('The database was restored elsewhere: its system identifier was %s and is %s.',
            known.system_identifier, seen.system_identifier)
        when known.timeline <> seen.timeline then
          format('The database was promoted or restored: its timeline was %s and is %s.', known.timeline, seen.timeline)
        when known.oid <> seen.oid then
          format('The database was restored or copied into a new one: its oid was %s and is %s.', known.oid, seen.oid)
      end;
      if reason is not null then
        perform set_reconcile_first(connection, reason, 'system', known.alive_at)
          from (select connection from reconcile_first order by connection) as every_connection;
      end if;
      update database_identity set system_identifier = coalesce(seen.system_identifier, known.system_identifier),
        timeline = coalesce(seen.timeline, known.timeline), oid = seen.oid, alive_at = clock_timestamp();
      return reason;
    end
  $$`,
] as const
