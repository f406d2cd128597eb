import { type Kysely, sql } from 'kysely'

/**
 * Attempts and stored methods name the connection to a processor that they belong to, attempts store what their reference was
 * derived from, and the database knows its mode. An older server writes only `processor`, and can go on charging: a trigger fills
 * in the connection, which had the name of its processor until now.
 */
export const connections = {
  version: 20,
  name: 'connections',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  // A default that is added with the column is in every row at once without writing any; the next migration corrects the other
  // rows.
  ...['attempts', 'payment_methods'].flatMap((table) => [
    `alter table ${table} add column connection text not null default 'sandbox'`,
    `alter table ${table} alter column connection drop default`,
  ]),
  `create function connect_by_processor() returns trigger language plpgsql as $$
    begin
      new.connection := new.processor;
      return new;
    end
  $$`,
  ...['attempts', 'payment_methods'].map(
    (table) => `create trigger connect_by_processor before insert on ${table}
      for each row when (new.connection is null) execute function connect_by_processor()`,
  ),
  // What the processor's reference was derived from, and hashes of the idempotency key and of the request.
  `alter table attempts
    add column reference_preimage text,
    add column key_hash text,
    add column request_hash text`,
  // The amount that the processor really took, if that is not the amount that was claimed.
  `alter table payments add column collected_amount bigint check (collected_amount >= 0)`,
  // Null until the first start of a server that knows modes; only a sandbox's clock may be moved.
  `alter table clock
    add column mode text check (mode in ('sandbox', 'live')),
    add constraint clock_of_live_is_the_wall_clock check (mode <> 'live' or (offset_millis = 0 and frozen_at is null))`,
]
