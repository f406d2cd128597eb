import { type Kysely, sql } from 'kysely'

/**
 * Leases are counted by the database's clock, so that no server whose own clock is wrong takes up what another is doing. An
 * attempt of unknown outcome is asked about at growing intervals, and an event reports it after a while. What cannot even be
 * leased, or finished, is deferred apart from its row.
 */
export const leasesByTheDatabase = {
  version: 27,
  name: 'leases by the database',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `alter table clock
    add column lease_offset_millis bigint not null default 0,
    add column lease_frozen_at timestamptz`,
  // The time of leases: the database's own. Only tests move it, independently of the billing clock.
  `create function lease_now() returns timestamptz language sql volatile as $$
    select date_trunc('milliseconds',
      coalesce(lease_frozen_at, clock_timestamp() + lease_offset_millis * interval '1 millisecond')) from clock
  $$`,
  `alter table attempts
    -- How often the processor was asked in vain what became of it.
    add column asked_count integer not null default 0,
    -- Whether its lease is only the time until the processor is asked again, and nobody calls just now.
    add column rests boolean not null default false,
    -- When it was told that nobody knows its outcome.
    add column told_unknown_at timestamptz`,
  `alter table work_set_aside
    drop constraint work_set_aside_kind_check,
    add constraint work_set_aside_kind_check check (kind in ('settlement', 'notice', 'renewal', 'attempt', 'obligation'))`,
]
