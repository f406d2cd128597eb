import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../../test/support/databases/databases.ts'
import { findWrongClocks, recordClockOffset, watchClock } from './watch-clock.ts'

let database: TestDatabase
// Needs a long time limit: the first test file of a run waits until the template database is made.
beforeAll(async () => {
  database = await openTestDatabase('postgresql')
}, 120_000)
afterAll(() => database.close())

test('a server whose clock is wrong records that in the database, where every doctor finds it', async () => {
  const { db } = database
  const stops = [
    watchClock(db, 'billing-1:4242', pino({ level: 'silent' }), async () => -90.4),
    watchClock(db, 'billing-2:4242', pino({ level: 'silent' }), async () => 0.2),
  ]
  onTestFinished(() => stops.forEach((stop) => stop()))

  await expect
    .poll(() => findWrongClocks(db), { timeout: 15_000 })
    .toEqual([{ server: 'billing-1:4242', seconds: -90 }])
})

test('a record that is not repeated is deleted', async () => {
  const { db } = database
  await recordClockOffset(db, 'billing-1:4242', 30)

  await db.updateTable('operatorWarnings').set({ seenAt: '2026-01-01T00:00:00.000Z' }).execute()

  expect(await findWrongClocks(db)).toEqual([])
})
