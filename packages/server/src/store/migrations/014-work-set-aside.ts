import { type Kysely, sql } from 'kysely'

/**
 * Settlements and notices that failed are deferred, as renewals are. They are noted apart from their rows, because a row that
 * cannot be changed must not hold up the others, either.
 */
export const workSetAside = {
  version: 14,
  name: 'work set aside',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table work_set_aside (
    organization_id text not null,
    kind text not null check (kind in ('settlement', 'notice')),
    -- Of the payment that is to settle, or of the subscription whose customer is to be told.
    id text not null,
    held_until timestamptz not null,
    held_count integer not null,
    held_reason text not null,
    primary key (organization_id, kind, id)
  )`,
  `create index work_set_aside_by_end on work_set_aside (kind, held_until)`,
]
