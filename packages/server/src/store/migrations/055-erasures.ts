import { type Kysely, sql } from 'kysely'

/**
 * The journal of erasures. A restored backup has back what was erased after it was made: whoever restores repeats what the journal
 * says, so it is exported and kept apart. An erasure that a processor still has to hear of is retried from here.
 */
export const erasures = {
  version: 55,
  name: 'erasures',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table erasures (
    organization_id text not null,
    customer_id text not null,
    -- By the wall clock.
    erased_at timestamptz not null default clock_timestamp(),
    primary key (organization_id, customer_id)
  )`,
  // What processors still know of a customer who is erased: one row for each thing to forget, until its processor has.
  `create table processor_erasures (
    organization_id text not null,
    id text not null,
    connection text not null,
    -- The token of a stored method, by which the processor knows the customer.
    processor_token text not null,
    created_at timestamptz not null,
    next_try_at timestamptz not null default clock_timestamp(),
    failed_tries integer not null default 0,
    last_failure text,
    done_at timestamptz,
    primary key (organization_id, id)
  )`,
  `create index processor_erasures_due on processor_erasures (next_try_at) where done_at is null`,
]
