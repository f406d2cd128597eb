import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../engine/migrate/migrate-to-latest.ts'

/** The list of consents takes the latest free changes and the latest payments without sorting all of an organization's. */
export const freeChangesInOrder = {
  version: 100,
  name: 'free changes in order',
  runs: 'alone',
  async up(db: Kysely<unknown>): Promise<void> {
    await createIndexConcurrently(db, 'free_changes_in_order', 'on free_changes (organization_id, created_at)')
  },
} as const
