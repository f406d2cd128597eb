import { type KyselyPlugin, sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../../test/support/databases/databases.ts'
import type { Database } from '../database.ts'
import { inOrganization } from '../in-organization.ts'
import { write } from '../writes/write.ts'
import { findEvents } from './find-events.ts'

const organizationId = 'org_1'

// PostgreSQL only, because several connections are needed: the embedded database has one, so writers always wait for each other.
let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase('postgresql')
  onTestFinished(() => database.close())
  await sql`insert into organizations values (${organizationId}, 'Lantern Books', '{}', now(), now())`.execute(
    database.db,
  )
})

const record = (id: string, meanwhile = async () => {}) =>
  write(database.db, organizationId, async ({ db, now }) => {
    await db
      .insertInto('events')
      .values({ id, type: 'customer.created', object: '{}', who: 'system', what: 'test', createdAt: now })
      .execute()
    await meanwhile()
  })

/** Draws a sequence for an event, and commits the event when the test asks for it. */
const recordSlowly = async (id: string) => {
  const [drawn, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const recorded = record(id, async () => {
    drawn.resolve()
    await commit.promise
  })
  await drawn.promise
  return {
    async commit() {
      commit.resolve()
      await recorded
    },
  }
}

const find = async (db: Database = database.db) =>
  (await findEvents(inOrganization(db, organizationId), {})).data.map(({ id }) => id)

test('a reader waits for a slow commit with a lower number, so that it misses no event', async () => {
  const slow = await recordSlowly('evt_slow')
  await record('evt_fast')

  const reading = find()
  const waiting = sql<{
    count: number
  }>`select count(*)::int as count from pg_locks where not granted and locktype = 'advisory'`
  await expect.poll(async () => (await waiting.execute(database.db)).rows, { timeout: 20_000 }).toEqual([{ count: 1 }])
  await slow.commit()

  expect(await reading).toEqual(['evt_slow', 'evt_fast'])
})

test('a reader leaves out a fast commit behind a slow one that began during its read', async () => {
  let slow: Awaited<ReturnType<typeof recordSlowly>> | undefined
  const afterTheFirstAnswer: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (slow !== undefined) return result
      slow = await recordSlowly('evt_slow')
      await record('evt_fast')
      return result
    },
  }

  const seen = await find(database.db.withPlugin(afterTheFirstAnswer))
  await slow?.commit()

  expect(seen).toEqual([])
  expect(await find()).toEqual(['evt_slow', 'evt_fast'])
})

test.each(['evt_ffffffff-ffff-7fff-bfff-ffffffffffff', 'evt_e677d21f-dbff-7fff-bfff-ffffffffffff'])(
  '%s, whose time is at or after the end of the calendar, is not an event id',
  async (after) => {
    const finding = findEvents(inOrganization(database.db, organizationId), { after })

    await expect(finding).rejects.toMatchObject({ code: 'not_found' })
  },
)
