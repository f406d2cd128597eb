import { afterAll, beforeAll } from 'vitest'
import type { Billing } from '#server/billing/billing.ts'
import { openTestDatabase, type TestDatabase } from '../support/databases/databases.ts'
import type { DatabaseKind } from '#database/database-engine.ts'
import { assembleBilling } from './world.ts'

/**
 * A billing instance on a database (embedded by default) that all worlds of a test file share. The result is a function that returns the
 * instance once the tests have begun.
 */
export const shareBilling = (kind: DatabaseKind = 'embedded'): (() => Billing) => {
  let database: TestDatabase
  let billing: Billing
  beforeAll(async () => {
    database = await openTestDatabase(kind)
    billing = await assembleBilling(database.db)
  })
  afterAll(() => database.close())
  return () => billing
}
