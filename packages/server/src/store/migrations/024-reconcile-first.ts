import { type Kysely, sql } from 'kysely'

/**
 * A database that came back without its last transactions must not move money before it knows what the processors did meanwhile
 * (DECISIONS 61). These tables say which database it is, which connections wait, and what their processors did that it does not
 * know.
 */
export const reconcileFirst = {
  version: 24,
  name: 'reconcile first',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table reconcile_first (
    connection text primary key,
    -- Since when nothing moves money over it; null: it works. All times here are of the wall clock.
    since timestamptz,
    why text,
    set_by text,
    -- Up to when the database certainly knows everything.
    last_commit_at timestamptz,
    -- Raised whenever it is set, so that what was found out before does not end it.
    round integer not null default 0,
    tried_at timestamptz,
    -- When everything that the processor knows was last listed and compared.
    listed_at timestamptz,
    -- Why that was not possible the last time.
    trouble text,
    check (since is null or (why is not null and set_by is not null and last_commit_at is not null))
  )`,
  `create table unmatched_transactions (
    connection text not null,
    -- Ours, as the processor keeps it.
    reference text not null,
    transaction_id text not null,
    kind text not null check (kind in ('authorize', 'capture', 'refund')),
    amount bigint not null,
    currency_code text not null,
    -- By the processor's clock.
    moved_at timestamptz not null,
    -- Whose it is and what it was for, where that is known.
    organization_id text,
    subject text,
    found_at timestamptz not null default clock_timestamp(),
    -- When an operator has seen to it.
    cleared_at timestamptz,
    primary key (connection, reference)
  )`,
  // The identity of the database when it was last opened, and when it was last alive.
  `create table database_identity (
    singleton boolean primary key default true check (singleton),
    system_identifier text,
    timeline bigint,
    alive_at timestamptz not null
  )`,
  // Whether the call is made as soon as the row is committed; otherwise the completer makes it, and may wait.
  `alter table attempts add column calls_at_once boolean not null`,
  // Waits for every transaction that is about to move money over the connection; one that would commit later sees that it must
  // not.
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
          round = reconcile_first.round + 1, tried_at = null, listed_at = null, trouble = null
        returning * into current;
      insert into audit_entries (organization_id, id, who, what, object_id, before, after, why, created_at)
        values ('server', 'aud_' || gen_random_uuid(), who, 'reconcile_first.set', asked, to_jsonb(earlier), to_jsonb(current),
          reason, billing_now());
    end
  $$`,
  // Null for what a managed database does not tell.
  `create function read_database_identity(out system_identifier text, out timeline bigint) language plpgsql as $$
    begin
      begin
        select control.system_identifier::text into system_identifier from pg_control_system() as control;
      exception when others then null;
      end;
      begin
        -- The control file learns of a new timeline only with its next checkpoint, the log's own name at once.
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
        insert into database_identity (system_identifier, timeline, alive_at)
          values (seen.system_identifier, seen.timeline, clock_timestamp()) on conflict do nothing;
        return null;
      end if;
      if coalesce(known.system_identifier = seen.system_identifier, seen.system_identifier is null)
        and coalesce(known.timeline = seen.timeline, seen.timeline is null) then
        return null;
      end if;
      -- Whoever opens a connection at the same time waits here, and then finds it remembered.
      select * into known from database_identity for update;
      reason := case
        when known.system_identifier <> seen.system_identifier then
          format('The database was restored elsewhere: its system identifier was %s and is %s.',
            known.system_identifier, seen.system_identifier)
        when known.timeline <> seen.timeline then
          format('The database was promoted or restored: its timeline was %s and is %s.', known.timeline, seen.timeline)
      end;
      if reason is not null then
        perform set_reconcile_first(connection, reason, 'system', known.alive_at)
          from (select connection from reconcile_first order by connection) as every_connection;
      end if;
      update database_identity set system_identifier = coalesce(seen.system_identifier, known.system_identifier),
        timeline = coalesce(seen.timeline, known.timeline), alive_at = clock_timestamp();
      return reason;
    end
  $$`,
]
