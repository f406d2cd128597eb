import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../engine/migrate/migrate-to-latest.ts'

/**
 * A processor's list names a charge by the processor's own id. Its owner is found by the attempt, which knows its connection. The
 * index begins with the transaction, because a list names no organization.
 */
export const attemptsByTransaction = {
  version: 35,
  name: 'attempts by transaction',
  runs: 'alone',
  up: (db: Kysely<unknown>): Promise<void> =>
    createIndexConcurrently(
      db,
      'attempts_by_transaction',
      `on attempts ((outcome->'facts'->>'transactionId'), connection, organization_id) where outcome is not null`,
    ),
} as const
