import { type Kysely, sql } from 'kysely'

/** Each tax of a refund by its name: a place may have two. */
export const taxesOfRefunds = {
  version: 88,
  name: 'taxes of refunds',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(`alter table refunds add column tax_breakdown jsonb not null default '[]'`).execute(db)
  },
}
