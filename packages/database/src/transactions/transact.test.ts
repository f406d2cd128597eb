import { type Kysely, sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { describeEachDatabase, type TestDatabase } from '../../../../test/support/databases/databases.ts'
import { isUniqueViolation } from '../errors/error-codes.ts'
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

  test('sees the rows that it has sent', async () => {
    const seen = await transact(database.db, async ({ db, send }) => {
      send(insert(1))
      return sql<{ id: number }>`select id from kept`.execute(db)
    })

    expect(seen.rows).toEqual([{ id: 1 }])
  })

  test('with a failing statement leaves nothing behind and reports the error', async () => {
    const failing = transact(database.db, async ({ send }) => {
      send(insert(1))
      send(insert(1), (error) => (isUniqueViolation(error) ? new Error('taken') : error))
      send(insert(2))
    })

    await expect(failing).rejects.toThrow('taken')
    expect(await kept()).toEqual([])
  })

  test('with a value that cannot be encoded leaves nothing behind', async () => {
    const failing = transact(database.db, async ({ send }) => {
      send(insert(1))
      send({ compile: () => sql`insert into kept values (${{ id: 2 }})`.compile(database.db) })
    })

    await expect(failing).rejects.toThrow('takes plain values, got object')
    expect(await kept()).toEqual([])
  })

  test('fails with the first error, not with those that follow from it', async () => {
    const failing = transact(database.db, async ({ db, send }) => {
      send(insert(1))
      send(insert(1))
      await sql`select 1`.execute(db)
    })

    await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error))
  })

  test('that throws rolls back the statements that it sent', async () => {
    const failing = transact(database.db, async ({ send }) => {
      send(insert(1))
      throw new Error('changed our mind')
    })

    await expect(failing).rejects.toThrow('changed our mind')
    expect(await kept()).toEqual([])
  })

  test('answers several simultaneous queries, each with its own result', async () => {
    const answers = await transact(database.db, ({ db }) =>
      Promise.all([1, 2, 3].map((n) => sql<{ n: number }>`select ${n}::int as n`.execute(db))),
    )

    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3])
  })

  test('that does nothing sends no statement, and the connection stays usable', async () => {
    await transact(database.db, async () => {})
    await expect(transact(database.db, () => Promise.reject(new Error('no')))).rejects.toThrow('no')

    await transact(database.db, async ({ send }) => send(insert(1)))
    expect(await kept()).toEqual([{ id: 1 }])
  })

  describe('with rows of several tables', () => {
    interface Tables {
      readonly makers: { readonly id: number; readonly madeUpName: string | null }
      readonly teas: { readonly id: number; readonly makerId: number; readonly grade: number | undefined }
    }
    let db: Kysely<Tables>
    beforeAll(async () => {
      await sql`create table makers (id integer primary key, made_up_name text)`.execute(database.db)
      await sql`create table teas (id integer primary key, maker_id integer references makers, grade integer default 3)`.execute(
        database.db,
      )
      db = database.db as unknown as Kysely<Tables>
    })
    beforeEach(() => sql`truncate makers, teas`.execute(database.db))

    const rows = async () => ({
      makers: await db.selectFrom('makers').selectAll().orderBy('id').execute(),
      teas: await db.selectFrom('teas').selectAll().orderBy('id').execute(),
    })

    test('writes them in one statement if no table occurs twice', async () => {
      await transact(db, async (open) => {
        open.insert('makers', { id: 1, madeUpName: 'Nine Kettles' })
        open.insert('teas', { id: 10, makerId: 1, grade: undefined })
        open.insert('teas', { id: 11, makerId: 1, grade: 5 })
        open.update('makers', { id: 1 }, { madeUpName: 'Ten Kettles' })
      })

      expect(await rows()).toEqual({
        makers: [{ id: 1, madeUpName: 'Ten Kettles' }],
        teas: [
          { id: 10, makerId: 1, grade: 3 },
          { id: 11, makerId: 1, grade: 5 },
        ],
      })
    })

    test('changes the rows that equal the given values, nulls included', async () => {
      await transact(db, async (open) => {
        open.insert('makers', { id: 1, madeUpName: null })
        open.update('makers', { id: 1, madeUpName: null }, { madeUpName: 'A' })
        open.update('makers', { id: 1, madeUpName: null }, { madeUpName: 'B' })
      })

      expect((await rows()).makers).toEqual([{ id: 1, madeUpName: 'A' }])
    })

    test('sees the rows that it has written', async () => {
      const seen = await transact(db, async (open) => {
        open.insert('makers', { id: 1, madeUpName: 'A' })
        open.insert('teas', { id: 10, makerId: 1, grade: 1 })
        return open.db.selectFrom('teas').select('grade').execute()
      })

      expect(seen).toEqual([{ grade: 1 }])
    })

    test('writes rows of one table in the order in which they were given', async () => {
      await sql`create table if not exists steps (place serial, step integer)`.execute(db)
      const steps = db as unknown as Kysely<{ readonly steps: { readonly step: number } }>
      await transact(steps, async (open) => {
        for (let step = 1; step <= 7; step++) open.insert('steps', { step })
      })

      const { rows: written } = await sql<{ step: number }>`select step from steps order by place`.execute(db)
      expect(written.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6, 7])
    })

    test('reports which of several rows was refused, and keeps none', async () => {
      const failing = transact(db, async (open) => {
        open.insert('makers', { id: 1, madeUpName: 'A' }, () => new Error('maker taken'))
        open.insert('teas', { id: 10, makerId: 2, grade: 1 }, () => new Error('no such maker'))
      })

      await expect(failing).rejects.toThrow('no such maker')
      expect(await rows()).toEqual({ makers: [], teas: [] })
    })
  })
})
