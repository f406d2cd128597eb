import { type Kysely, sql } from 'kysely'

/** Keys that are wrapped under the master secret, so that it can be changed, and the cards that are sealed with them. */
export const vault = {
  version: 4,
  name: 'vault',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table data_keys (
    purpose text not null check (purpose in ('cards', 'fingerprints', 'api keys')),
    version integer not null,
    wrapped_key bytea not null,
    created_at timestamptz not null,
    primary key (purpose, version)
  )`,
  // Card numbers, for processors that have to be sent them again. No security code is stored, and no column's name says more than
  // it has to.
  `create table vaulted_cards (
    organization_id text not null references organizations,
    id text not null,
    sealed bytea not null,
    key_version integer not null,
    created_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  `create index vaulted_cards_by_key_version on vaulted_cards (key_version)`,
]
