import { type Kysely, sql } from 'kysely'

/** When each processor has last sent a notification. */
export const heardOf = {
  version: 64,
  name: 'heard of',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [`alter table news_of_connections add column received_at timestamptz`]
