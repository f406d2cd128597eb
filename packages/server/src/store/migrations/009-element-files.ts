import { type Kysely, sql } from 'kysely'

/**
 * Every file of the element that a server has ever served under a name with its content's hash, and the key that they are
 * authenticated with.
 */
export const elementFiles = {
  version: 9,
  name: 'element files',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table element_files (
    path text primary key,
    body bytea not null,
    seal bytea not null,
    created_at timestamptz not null
  )`,
  `alter table data_keys
    drop constraint data_keys_purpose_check,
    add constraint data_keys_purpose_check check (purpose in ('cards', 'fingerprints', 'api keys', 'element files'))`,
]
