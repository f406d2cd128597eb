import { type Kysely, sql } from 'kysely'

/**
 * Events get the moment of their insert by the wall clock, because the months they are stored in may not move with the billing
 * clock. Events from before get the moment of this step. The table is bounded, so that step 42 can attach it as one partition
 * without reading it under an exclusive lock. Until then no event is stamped beyond the bound, even if that step comes months
 * later, so the bound never refuses one (DECISIONS 92).
 */
export const recordedAt = {
  version: 40,
  name: 'recorded at',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  // The default is evaluated once for all rows that are there, which therefore are not written anew.
  `alter table events add column recorded_at timestamptz not null default now()`,
  `do $$
    declare bound text := quote_literal((date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC');
    begin
      execute 'alter table events alter column recorded_at set default least(clock_timestamp(), '
        || bound || '::timestamptz - interval ''1 microsecond'')';
      execute 'alter table events add constraint events_bound check (recorded_at < ' || bound || '::timestamptz) not valid';
    end
  $$`,
  // The last event of each organization whose month was dropped: whoever has read up to it has missed nothing.
  `create table dropped_events (
    organization_id text primary key,
    id text not null,
    sequence bigint not null,
    recorded_at timestamptz not null
  )`,
]
