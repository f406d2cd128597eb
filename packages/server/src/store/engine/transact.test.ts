import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeEachDatabase, type TestDatabase } from '../../../../../test/support/databases.ts'
import { isUniqueViolation } from './is-unique-violation.ts'
import { transact } from './transact.ts'

describeEachDatabase('a transaction', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open('no tables')
    await sql`create table kept (id integer unique)`.execute(database.db)
  })
  beforeEach(() => sql`truncate kept`.execute(database.db))

  const insert = (id: number) => ({ compile: () => sql`insert into kept values (${id})`.compile(database.db) })
  const kept = async () => (await sql<{ id: number }>`select id from kept order by id`.execute(database.db)).rows

  test('commits what was sent without waiting for it', async () => {
    const result = await transact(database.db, async ({ send }) => {
      send(insert(1))
      send(insert(2))
      return 'done'
    })

    expect(result).toBe('done')
    expect(await kept()).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('sees what it has sent', async () => {
    const seen = await transact(database.db, async ({ db, send }) => {
      send(insert(1))
      return sql<{ id: number }>`select id from kept`.execute(db)
    })

    expect(seen.rows).toEqual([{ id: 1 }])
  })

  test('that sent a statement which fails leaves nothing behind and says why', async () => {
    const failing = transact(database.db, async ({ send }) => {
      send(insert(1))
      send(insert(1), (error) => (isUniqueViolation(error) ? new Error('taken') : error))
      send(insert(2))
    })

    await expect(failing).rejects.toThrow('taken')
    expect(await kept()).toEqual([])
  })

  test('that sends a value which cannot be written down leaves nothing behind', async () => {
    const failing = transact(database.db, async ({ send }) => {
      send(insert(1))
      send({ compile: () => sql`insert into kept values (${{ id: 2 }})`.compile(database.db) })
    })

    await expect(failing).rejects.toThrow('takes plain values, got object')
    expect(await kept()).toEqual([])
  })

  test('fails with the first fault, not with those that follow from it', async () => {
    const failing = transact(database.db, async ({ db, send }) => {
      send(insert(1))
      send(insert(1))
      await sql`select 1`.execute(db)
    })

    await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error))
  })

  test('that is given up undoes what was sent', async () => {
    const failing = transact(database.db, async ({ send }) => {
      send(insert(1))
      throw new Error('changed our mind')
    })

    await expect(failing).rejects.toThrow('changed our mind')
    expect(await kept()).toEqual([])
  })

  test('answers several questions at once, each its own', async () => {
    const answers = await transact(database.db, ({ db }) =>
      Promise.all([1, 2, 3].map((n) => sql<{ n: number }>`select ${n}::int as n`.execute(db))),
    )

    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3])
  })

  test('that does nothing costs nothing, and the connection goes on', async () => {
    await transact(database.db, async () => {})
    await expect(transact(database.db, () => Promise.reject(new Error('no')))).rejects.toThrow('no')

    await transact(database.db, async ({ send }) => send(insert(1)))
    expect(await kept()).toEqual([{ id: 1 }])
  })
})
