import { retryOnConflict } from '@billing-checkout/database'
import { startOfMonthAfter } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../../../test/support/databases/databases.ts'
import { write } from '../../writes/write.ts'
import { dropEventMonths } from './drop-event-months.ts'
import { maintainEventMonths, readWallClock } from './maintain-event-months.ts'
import { partitionNameOf } from './make-event-months.ts'
import { readEventMonths } from './read-event-months.ts'

// PostgreSQL only, because all tests need several connections.

const organizationId = 'org_1'

const open = async (): Promise<TestDatabase> => {
  const database = await openTestDatabase('postgresql', 'all tables')
  onTestFinished(() => database.close())
  await sql`insert into organizations values (${organizationId}, 'Lantern Books', '{}', now(), now())`.execute(
    database.db,
  )
  return database
}

/** Writes and reads events continuously, without naming a partition. */
const startTraffic = ({ db }: TestDatabase) => {
  const until = { stopped: false }
  const written: string[] = []
  const seen: string[] = []
  const writer = async (name: string) => {
    for (let n = 0; !until.stopped; n += 1) {
      const id = `evt_${name}_${n}`
      await write(db, organizationId, async (open) => {
        await open.db
          .insertInto('events')
          .values({ id, type: 'customer.created', object: '{}', who: 'system', what: 'test', createdAt: open.now })
          .execute()
      })
      written.push(id)
    }
  }
  let last = 0
  const look = async () => {
    const { rows } = await retryOnConflict(() =>
      db.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${organizationId}, 1))`.execute(transaction)
        return sql<{ id: string; sequence: number }>`
          select * from events where organization_id = ${organizationId} and sequence > ${last}::bigint
          order by sequence limit 101`.execute(transaction)
      }),
    )
    seen.push(...rows.map(({ id }) => id))
    last = rows.at(-1)?.sequence ?? last
    return rows.length
  }
  const reader = async () => {
    while (!until.stopped) await look()
  }
  const running = Promise.all([writer('a'), writer('b'), reader()])
  running.catch(() => {})
  return {
    /** Resolves once `count` more events were written and as many read. */
    async goOn(count = 20) {
      const [writtenAtEnd, seenAtEnd] = [written.length + count, seen.length + count]
      await expect.poll(() => written.length > writtenAtEnd && seen.length > seenAtEnd, { timeout: 60_000 }).toBe(true)
    },
    async stop() {
      until.stopped = true
      await running
      while ((await look()) > 0);
      return { written, seen }
    },
  }
}

/** Expects that every written event was read once, in the order of sequence. */
const expectNothingLost = async (
  { db }: TestDatabase,
  { written, seen }: { readonly written: readonly string[]; readonly seen: readonly string[] },
): Promise<void> => {
  const { rows } = await sql<{ id: string }>`select id from events order by sequence`.execute(db)
  expect(seen).toEqual(rows.map(({ id }) => id))
  expect(seen.toSorted()).toEqual(written.toSorted())
}

test('events without a month get one while they are written and read', async () => {
  const database = await open()
  await sql`drop table events_first`.execute(database.db)
  const traffic = startTraffic(database)
  await traffic.goOn()

  await maintainEventMonths(database.db, { keptMonths: null })
  await traffic.goOn()
  const told = await traffic.stop()

  const [month] = await readEventMonths(database.db)
  expect(month!.until).toBe(startOfMonthAfter(await readWallClock(database.db), 2))
  const { rows } = await sql`select distinct tableoid::regclass::text as name from events`.execute(database.db)
  expect(rows).toEqual([{ name: month!.name }])
  await expectNothingLost(database, told)
})

test('a month that a transaction still reads is dropped after that transaction, and delays no request meanwhile', async () => {
  const database = await open()
  const now = await readWallClock(database.db)
  await maintainEventMonths(database.db, { keptMonths: null }, now)
  await sql`insert into events (organization_id, id, type, object, who, what, created_at, recorded_at)
    values (${organizationId}, 'evt_old', 'customer.created', '{}', 'system', 'test', now(), ${startOfMonthAfter(now, 2)}::timestamptz - interval '1 day')`.execute(
    database.db,
  )
  const [reads, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const reading = database.db.transaction().execute(async (transaction) => {
    const { rows } = await sql`select id from events`.execute(transaction)
    reads.resolve()
    await ends.promise
    return [rows, (await sql`select id from events`.execute(transaction)).rows]
  })
  await reads.promise

  const dropping = dropEventMonths(database.db, startOfMonthAfter(now, 2))
  const waiting = sql`select from pg_locks where not granted and relation is not null`
  await expect
    .poll(async () => (await waiting.execute(database.db)).rows.length, { timeout: 60_000 })
    .toBeGreaterThan(0)
  await sql`insert into events (organization_id, id, type, object, who, what, created_at, recorded_at)
    values (${organizationId}, 'evt_new', 'customer.created', '{}', 'system', 'test', now(), ${startOfMonthAfter(now, 2)}::timestamptz)`.execute(
    database.db,
  )
  ends.resolve()

  expect(await reading).toEqual([[{ id: 'evt_old' }], [{ id: 'evt_old' }, { id: 'evt_new' }]])
  expect(await dropping).toEqual(['events_first'])
  expect((await sql`select id from events`.execute(database.db)).rows).toEqual([{ id: 'evt_new' }])
})

test('a reader that continues searches only months that may have later events', async () => {
  const database = await open()
  const now = await readWallClock(database.db)
  for (let months = 0; months <= 12; months += 1)
    await maintainEventMonths(database.db, { keptMonths: null }, startOfMonthAfter(now, months))

  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from events
    where organization_id = 'org_1' and sequence > 1 and recorded_at >= ${sql.lit(startOfMonthAfter(now, 14))}
    order by sequence limit 101`.execute(database.db.withoutPlugins())

  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect([...plan.matchAll(/Scan using \S+ on (\w+)/g)].map(([, name]) => name).toSorted()).toEqual([
    partitionNameOf(startOfMonthAfter(now, 14)),
    partitionNameOf(startOfMonthAfter(now, 15)),
    'events_without_month',
  ])
})
