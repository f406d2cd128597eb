import { type Kysely, sql } from 'kysely'

/**
 * A processor's reference belongs to one attempt of its organization, connection and kind, and an idempotency key opens one
 * attempt for ever. The index begins with the reference, because a processor's notification names nothing else.
 */
export const references = {
  version: 22,
  name: 'references',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create unique index attempts_one_per_reference on attempts (processor_key, organization_id, connection, kind)`,
  `alter table attempts drop constraint attempts_processor_key_key`,
  `create unique index attempts_one_per_key on attempts (organization_id, key_hash) where key_hash is not null`,
]
