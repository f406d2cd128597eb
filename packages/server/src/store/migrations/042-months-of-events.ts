import { type Kysely, sql } from 'kysely'

/**
 * Makes the table of events the first partition of a new one with the same name. Statements of older servers name the same table
 * and columns, and go on. The partitions of later months are made by a job, and a default partition takes what has none
 * (DECISIONS 92).
 */
export const monthsOfEvents = {
  version: 42,
  name: 'months of events',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `lock table events in access exclusive mode`,
  // The sequence belongs to the identity of the old table. Under this lock nobody holds a number that is not committed yet.
  `do $$
    declare last bigint := coalesce(pg_sequence_last_value('events_sequence_seq'), 0);
    begin
      alter table events alter column sequence drop identity;
      execute format('create sequence events_sequence_seq start %s', last + 1);
    end
  $$`,
  `alter table events rename to events_first`,
  `alter table events_first rename constraint events_pkey to events_first_pkey`,
  `alter index events_by_sequence rename to events_first_by_sequence`,
  `alter index events_by_type rename to events_first_by_type`,
  `create table events (
    organization_id text not null,
    id text not null,
    sequence bigint not null default nextval('events_sequence_seq'),
    type text not null,
    object jsonb not null,
    created_at timestamptz not null,
    recorded_at timestamptz not null default clock_timestamp()
  ) partition by range (recorded_at)`,
  `alter sequence events_sequence_seq owned by events.sequence`,
  `create index events_by_sequence on events (organization_id, sequence)`,
  `create index events_by_type on events (organization_id, type, sequence)`,
  `do $$
    begin
      execute 'alter table events attach partition events_first for values from (minvalue) to ('
        || (select quote_literal(substring(pg_get_constraintdef(oid) from $bound$'([^']+)'$bound$)::timestamptz)
            from pg_constraint where conrelid = 'events_first'::regclass and conname = 'events_bound')
        || ')';
    end
  $$`,
  `alter table events_first drop constraint events_bound, alter column recorded_at drop default`,
  // Whoever was allowed to use the old table may use the new one; the number of a row now comes from a plain sequence.
  `do $$
    declare held record;
    begin
      for held in
        select privilege_type as privilege, case grantee when 0 then 'public' else grantee::regrole::text end as grantee
        from pg_class cross join aclexplode(relacl) as acl where oid = 'events_first'::regclass and acl.grantee <> relowner
      loop
        execute format('grant %s on events to %s', held.privilege, held.grantee);
        if held.privilege = 'INSERT' then
          execute format('grant usage on sequence events_sequence_seq to %s', held.grantee);
        end if;
      end loop;
    end
  $$`,
  `create table events_without_month (like events, primary key (organization_id, id))`,
  `alter table events attach partition events_without_month default`,
]
