import { sql } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { describeEachDatabase, type TestDatabase } from '../../../../test/support/databases/databases.ts'
import { shareConnection } from './share-connection.ts'

const backendOf = async (db: TestDatabase['db']): Promise<number> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid

describeEachDatabase('statements that share a connection', (open) => {
  test('are answered each with its own rows', async () => {
    const db = shareConnection((await open()).db)

    const rows = await Promise.all([1, 2, 3].map((n) => sql<{ n: number }>`select ${n}::int as n`.execute(db)))

    expect(rows.map((each) => each.rows)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
  })

  test('fail independently of each other', async () => {
    const db = shareConnection((await open()).db)

    const settled = await Promise.allSettled([backendOf(db), sql`select 1 / 0`.execute(db), backendOf(db)])

    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await backendOf(db)).toBeTypeOf('number')
  })

  test('follow each other on the connection without returning it in between', async () => {
    const { db: database } = await open()
    const executor = database.getExecutor()
    let taken = 0
    const counted = executor.withConnectionProvider({
      provideConnection: (use) => {
        taken += 1
        return executor.provideConnection(use)
      },
    })
    const db = shareConnection({ getExecutor: () => counted }) as unknown as TestDatabase['db']

    await Promise.all([backendOf(db), backendOf(db)])
    await backendOf(db)
    expect(taken).toBe(1)

    await setImmediate()
    await backendOf(db)
    expect(taken).toBe(2)
  })

  test('hold no connection while the caller awaits something else', async () => {
    const { db: database } = await open()
    const handles = Array.from({ length: 20 }, () => shareConnection(database))

    await Promise.all(handles.map(async (db) => [await backendOf(db), await backendOf(database), await backendOf(db)]))

    expect(await backendOf(database)).toBeTypeOf('number')
  })

  test('fail together if no connection is available', async () => {
    const opened = await open()
    const db = shareConnection(opened.db)
    await opened.close()

    const settled = await Promise.allSettled([backendOf(db), backendOf(db)])

    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('open no transaction', async () => {
    const db = shareConnection((await open()).db)

    expect(() => db.transaction()).toThrow('transaction')
  })
})
