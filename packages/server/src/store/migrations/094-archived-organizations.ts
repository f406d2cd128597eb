import { type Kysely, sql } from 'kysely'

/** An organization that an operator has archived; null: it is not. */
export const archivedOrganizations = {
  version: 94,
  name: 'archived organizations',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table organizations add column archived_at timestamptz`.execute(db)
  },
}
