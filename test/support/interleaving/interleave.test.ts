import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { transact } from '#database/transactions/transact.ts'
import { openTestDatabase, type TestDatabase } from '../databases/databases.ts'
import { interleave, type InterleavedStory, turnsPausingAfter } from './interleave.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase('postgresql')
  await sql`create table sums (name text primary key, sum int not null)`.execute(database.db)
  return () => database.close()
})

const sumNamed = async (name: string): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`select sum from sums where name = ${name}`.execute(database.db)
  return rows[0]!.sum
}

const openSum = (name: string) => sql`insert into sums values (${name}, 0)`.execute(database.db)

/** A story that adds to the number that it has read, with or without a lock. */
const adding =
  (name: string, lock: '' | 'for update'): InterleavedStory<void> =>
  (surroundings) =>
    transact(surroundings.database, async ({ db, send }) => {
      const { rows } = await sql<{ sum: number }>`select sum from sums where name = ${name} ${sql.raw(lock)}`.execute(
        db,
      )
      const update = sql`update sums set sum = ${rows[0]!.sum + 1} where name = ${name}`
      send({ compile: () => update.compile(db) })
    })

test('a decision from an unlocked row is lost in the interleaving that pauses after the read', async () => {
  const sums: number[] = []
  for (const steps of [0, 1, 2, 3]) {
    await openSum(`unlocked ${steps}`)
    const story = adding(`unlocked ${steps}`, '')
    const told = await interleave<[void, void]>(database.db, [story, story], turnsPausingAfter(steps))
    expect(told.map(({ result }) => result.status)).toEqual(['fulfilled', 'fulfilled'])
    sums.push(await sumNamed(`unlocked ${steps}`))
  }

  expect(sums).toEqual([2, 1, 1, 2])
})

test('a story that waits for the lock of a paused story continues when that story has ended', async () => {
  const sums: number[] = []
  for (const steps of [0, 1, 2, 3]) {
    await openSum(`locked ${steps}`)
    const story = adding(`locked ${steps}`, 'for update')
    const [first] = await interleave<[void, void]>(database.db, [story, story], turnsPausingAfter(steps))
    expect(first.steps.map((step) => step.split(' ')[0])).toEqual(['select', 'update', 'commit'])
    sums.push(await sumNamed(`locked ${steps}`))
  }

  expect(sums).toEqual([2, 2, 2, 2])
})

test('a story that is killed before its start takes no step, and the other continues', async () => {
  await openSum('killed')
  const story = adding('killed', 'for update')
  const [first, second] = await interleave<[void, void]>(
    database.db,
    [story, story],
    [
      { story: 0, steps: 1 },
      { story: 1, mishap: 'killed' },
    ],
  )

  expect([first.result.status, second.result.status, second.steps]).toEqual(['fulfilled', 'rejected', []])
  expect(await sumNamed('killed')).toBe(1)
})
