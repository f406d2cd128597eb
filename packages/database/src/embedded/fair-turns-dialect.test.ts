import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/databases/databases.ts'

test('the event loop keeps running while many callers wait for the database', async () => {
  const { db, close } = await openTestDatabase('embedded', 'no tables')
  let served = 0
  const crowd = Array.from({ length: 500 }, async () => {
    await sql`select count(*) from generate_series(1, 500)`.execute(db)
    served += 1
  })
  const servedSoon: number[] = []
  // The inner callback runs after the event loop has once read from its sockets.
  setImmediate(() => {
    setImmediate(() => {
      servedSoon.push(served)
    })
  })

  await Promise.all(crowd)

  expect(servedSoon[0]).toBeLessThan(250)
  expect(served).toBe(500)
  await close()
})

test('a check of the database is answered a few turns later, however many requests wait', async () => {
  const { db, ping, close } = await openTestDatabase('embedded', 'no tables')
  let served = 0
  const crowd = Array.from({ length: 100 }, async () => {
    await sql`select 1`.execute(db)
    served += 1
  })

  await ping()

  expect(served).toBeLessThan(10)
  await Promise.all(crowd)
  await close()
})
