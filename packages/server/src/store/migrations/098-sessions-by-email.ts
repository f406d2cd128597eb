import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../engine/migrate/migrate-to-latest.ts'

/** Support staff look for abandoned checkouts by the e-mail address that they were opened for. */
export const sessionsByEmail = {
  version: 98,
  name: 'sessions by e-mail address',
  runs: 'alone',
  async up(db: Kysely<unknown>): Promise<void> {
    await createIndexConcurrently(
      db,
      'client_sessions_by_email',
      `on client_sessions (organization_id, fold_text(members->'customer'->>'email'), created_at)
        where members->'customer'->>'email' is not null`,
    )
  },
} as const
