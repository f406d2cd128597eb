import { type Kysely, sql } from 'kysely'

/** Declines are counted by the minute, so that an hour of them ends now and not when the clock strikes. */
export const declinesByMinute = {
  version: 13,
  name: 'declines by minute',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  // Counts of a full hour become counts of its first minute.
  `alter table decline_counts rename column hour to minute`,
  `alter index decline_counts_by_hour rename to decline_counts_by_minute`,
]
