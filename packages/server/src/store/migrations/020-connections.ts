import { type Kysely, sql } from 'kysely'

/**
 * Attempts and stored methods name the connection to a processor that they belong to, attempts store what their reference was
 * derived from, and the database knows its mode.
 */
export const connections = {
  version: 20,
  name: 'connections',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `alter table attempts add column connection text not null`,
  `alter table payment_methods add column connection text not null`,
  // What the processor's reference was derived from, and hashes of the idempotency key and of the request.
  `alter table attempts
    add column reference_preimage text not null,
    add column key_hash text,
    add column request_hash text`,
  // The amount that the processor really took, if that is not the amount that was claimed.
  `alter table payments add column collected_amount bigint check (collected_amount >= 0)`,
  // Null until the first start of a server that knows modes; only a sandbox's clock may be moved.
  `alter table clock
    add column mode text check (mode in ('sandbox', 'live')),
    add constraint clock_of_live_is_the_wall_clock check (mode <> 'live' or (offset_millis = 0 and frozen_at is null))`,
]
