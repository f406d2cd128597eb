import { type Kysely, sql } from 'kysely'

/** Changes that shoppers made without a payment, what they agreed to, and the real time at which a session was completed. */
export const freeChanges = {
  version: 32,
  name: 'free changes',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `alter table client_sessions add column completed_wall timestamptz`,
  // A session is completed once, so it makes one change at most.
  `create table free_changes (
    organization_id text not null,
    session_id text not null,
    subscription_id text not null,
    purpose text not null check (purpose in ('change_plan', 'resume')),
    plan_id text not null,
    consent jsonb not null,
    quote jsonb not null,
    created_at timestamptz not null,
    primary key (organization_id, session_id)
  )`,
  `create index free_changes_of_subscription on free_changes (organization_id, subscription_id, created_at)`,
]
