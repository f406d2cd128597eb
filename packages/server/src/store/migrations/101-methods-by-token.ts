import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../engine/migrate/migrate-to-latest.ts'

/** A notification finds the stored methods that it names without reading all of them. */
export const methodsByToken = {
  version: 101,
  name: 'methods by token',
  runs: 'alone',
  async up(db: Kysely<unknown>): Promise<void> {
    await createIndexConcurrently(db, 'payment_methods_by_token', 'on payment_methods (connection, processor_token)')
  },
} as const
