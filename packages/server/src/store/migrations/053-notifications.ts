import { type Kysely, sql } from 'kysely'

/** Notifications that processors have sent, each once, and how many were about nothing of ours. */
export const notifications = {
  version: 53,
  name: 'notifications',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table notifications (
    connection text not null,
    -- The processor's own id of it.
    id text not null,
    received_at timestamptz not null default clock_timestamp(),
    primary key (connection, id)
  )`,
  `create index notifications_by_age on notifications (received_at)`,
  `alter table news_of_connections add column dropped bigint not null default 0`,
]
