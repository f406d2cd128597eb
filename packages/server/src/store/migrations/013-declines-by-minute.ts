import { type Kysely, sql } from 'kysely'

/** Declines are counted by the minute: an hour of them ends now, and not when the clock strikes. */
export const declinesByMinute = {
  version: 13,
  name: 'declines by minute',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  // What was counted for a full hour is what was counted in its first minute.
  `alter table decline_counts rename column hour to minute`,
  `alter index decline_counts_by_hour rename to decline_counts_by_minute`,
]
