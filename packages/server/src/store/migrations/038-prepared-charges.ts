import { type Kysely, sql } from 'kysely'

/** The transaction that a processor has prepared for a charge is known before its money can move (DECISIONS 90). */
export const preparedCharges = {
  version: 38,
  name: 'prepared charges',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table attempts add column prepared_id text`.execute(db)
  },
}
