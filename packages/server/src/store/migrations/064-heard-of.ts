import { type Kysely, sql } from 'kysely'

/** When each processor has last sent a notification; and inquiries that are closed are asked about for some time longer. */
export const heardOf = {
  version: 64,
  name: 'heard of',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `alter table news_of_connections add column received_at timestamptz`,
  // Banks take up again what they had only asked about; those that were closed before were never asked about again.
  `update disputes set asks_at = billing_now()
    where status = 'inquiry_closed' and asks_at is null and updated_at > billing_now() - interval '120 days'`,
]
