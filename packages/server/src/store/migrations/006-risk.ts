import { type Kysely, sql } from 'kysely'

/** The columns and indexes by which velocity rules count tries: by customer, by card, and by the shopper's network address. */
export const risk = {
  version: 6,
  name: 'risk',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  // A keyed hash: comparable, but not readable.
  `alter table payments add column address_hash text`,
  `create index payments_by_card on payments (organization_id, fingerprint, created_at) where fingerprint is not null`,
  `create index payments_by_address on payments (organization_id, address_hash, created_at) where address_hash is not null`,
]
