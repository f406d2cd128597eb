import { afterAll, beforeAll } from 'vitest'
import type { Billing } from '#server/billing/billing.ts'
import { openTestDatabase, type TestDatabase } from '../support/databases.ts'
import { assembleBilling } from './world.ts'

/** Billing over an embedded database that all worlds of a test file share; answers it once the tests have begun. */
export const shareBilling = (): (() => Billing) => {
  let database: TestDatabase
  let billing: Billing
  beforeAll(async () => {
    database = await openTestDatabase('embedded')
    billing = await assembleBilling(database.db)
  })
  afterAll(() => database.close())
  return () => billing
}
