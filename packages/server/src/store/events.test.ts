import { inOrganization } from './in-organization.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/databases.ts'
import { findEvents } from './events.ts'
import { write } from './write.ts'

const organizationId = 'org_1'

test('a reader waits for a slow commit whose number is lower, and so misses no event', async () => {
  // Only here are there several connections; the embedded database has one, which makes every writer wait for the other.
  const database = await openTestDatabase('postgresql')
  onTestFinished(() => database.close())
  await sql`insert into organizations values (${organizationId}, 'Lantern Books', '{}', now(), now())`.execute(
    database.db,
  )
  const record = (id: string, meanwhile = async () => {}) =>
    write(database.db, organizationId, async ({ db, now }) => {
      await db.insertInto('events').values({ id, type: 'customer.created', object: '{}', createdAt: now }).execute()
      await meanwhile()
    })
  const [drawn, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = record('evt_slow', async () => {
    drawn.resolve()
    await commit.promise
  })
  await drawn.promise
  await record('evt_fast')

  const reading = findEvents(inOrganization(database.db, organizationId), {})
  const waiting = sql<{
    count: number
  }>`select count(*)::int as count from pg_locks where not granted and locktype = 'advisory'`
  await expect.poll(async () => (await waiting.execute(database.db)).rows, { timeout: 20_000 }).toEqual([{ count: 1 }])
  commit.resolve()
  await slow

  expect((await reading).data.map(({ id }) => id)).toEqual(['evt_slow', 'evt_fast'])
})
