import { type Kysely, sql } from 'kysely'

/** A charge that certainly did nothing is handed on to another connection, and only what is closed as failed may be. */
export const handedOn = {
  version: 79,
  name: 'handed on',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  // The attempt over the other connection that took its place.
  `alter table attempts
    add column handed_on_to text,
    add constraint attempts_handed_on_when_failed check (
      handed_on_to is null or (state = 'done' and kind in ('authorize', 'verify') and outcome->>'kind' = 'failed')
    ) not valid`,
]
