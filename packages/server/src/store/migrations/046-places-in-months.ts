import { type Kysely, sql } from 'kysely'

/**
 * From when on events are recorded that an endpoint has not been sent: a month's beginning, so that earlier months are not searched.
 */
export const placesInMonths = {
  version: 46,
  name: 'places-in-months',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table webhook_endpoints add column position_from timestamptz not null`.execute(db)
  },
}
