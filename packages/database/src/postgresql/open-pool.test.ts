import type { Socket } from 'node:net'
import { CompiledQuery, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type DatabaseProxy, openDatabaseProxy } from '../../../../test/support/databases/database-proxy.ts'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/databases/databases.ts'
import { createCamelCaseKysely } from '../create-kysely.ts'
import { noAnswerTimeoutMark } from '../statements/statement-marks.ts'
import { openPool, type PoolOptions } from './open-pool.ts'

let database: TestDatabase
let proxy: DatabaseProxy
beforeAll(async () => {
  database = await openTestDatabase('postgresql', 'no tables')
  proxy = await openDatabaseProxy(`${new URL(database.url!).searchParams.get('host')}/.s.PGSQL.5432`)
})
afterAll(async () => {
  await proxy.close()
  await database.close()
})

const open = (options: PoolOptions = {}) => {
  const pool = openPool({ connectionString: proxy.addressOf(database.url!) }, options)
  const db = createCamelCaseKysely<object>(new PostgresDialect({ pool }))
  onTestFinished(() => db.destroy())
  return db
}

/**
 * Opens a pool of one connection, and returns a function that fires its silence timer. The tests fire the timer themselves instead of
 * waiting for it, because on a busy machine even a healthy server answers late.
 */
const openToldOfSilence = () => {
  const pool = openPool(
    { connectionString: proxy.addressOf(database.url!) },
    { silenceMillisMax: 60_000, connectionsMax: 1 },
  )
  let stream: Socket | undefined
  const connect = async () => {
    const client = await pool.connect()
    stream = (client as unknown as { connection: { stream: Socket } }).connection.stream
    return client
  }
  const db = createCamelCaseKysely<object>(new PostgresDialect({ pool: { ...pool, connect } }))
  onTestFinished(() => db.destroy())
  return { db, tellOfSilence: () => stream!.emit('timeout') }
}

const pidOf = async (db: ReturnType<typeof open>): Promise<number> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid

test('a connection that breaks during a statement fails that statement, and is replaced', async () => {
  const db = open()

  const broken = sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(9)`.execute(db)

  await expect(broken).rejects.toMatchObject({ code: '57P01' })
  expect(await pidOf(db)).toBeGreaterThan(0)
})

test('a connection that breaks between the statements of a transaction fails only that transaction', async () => {
  const db = open({ connectionsMax: 1 })

  const broken = db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
    await sql`select pg_terminate_backend(${rows[0]!.pid}::integer)`.execute(database.db)
    await expect.poll(() => sql`select 1`.execute(transaction).catch(() => 'broken')).toBe('broken')
    await sql`select 1`.execute(transaction)
  })

  await expect(broken).rejects.toThrow()
  expect(await pidOf(db)).toBeGreaterThan(0)
})

test('connections that break while they are opened leave room for others', async () => {
  const db = open({ connectionsMax: 1 })
  proxy.stall()
  const breaking = setInterval(() => proxy.reset(), 20)
  const broken = await Promise.allSettled([pidOf(db), pidOf(db)])
  clearInterval(breaking)

  expect(broken.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  proxy.unstall()
  expect(await pidOf(db)).toBeGreaterThan(0)
})

test('callers of a silent server get an error, and its other connections are not used again', async () => {
  const broken: Error[] = []
  const db = open({ silenceMillisMax: 200, onBroken: (error) => void broken.push(error) })
  await Promise.all([pidOf(db), pidOf(db), pidOf(db)])

  proxy.stall()
  const silent = pidOf(db)

  await expect(silent).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect.poll(() => broken.length).toBe(2)
  proxy.unstall()
  expect(await pidOf(db)).toBeGreaterThan(0)
})

test('an idle connection does not count as silent', async () => {
  const { db, tellOfSilence } = openToldOfSilence()
  const before = await pidOf(db)

  tellOfSilence()

  expect(await pidOf(db)).toBe(before)
})

test('only a migration may exceed the silence limit, and later statements may not', async () => {
  const { db, tellOfSilence } = openToldOfSilence()
  /** Fires the silence timer once the statement is in flight. */
  const silentDuring = async (statement: Promise<unknown>) => {
    const telling = setInterval(tellOfSilence, 10)
    return statement.finally(() => clearInterval(telling))
  }

  await db.connection().execute(async (connection) => {
    await sql`select ${sql.raw(noAnswerTimeoutMark)} set_config('statement_timeout', '0', false)`.execute(connection)
    await silentDuring(sql`select pg_sleep(0.2)`.execute(connection))
  })

  await expect(silentDuring(sql`select pg_sleep(9)`.execute(db))).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('a connection to a database that has become read-only is dropped: a new one may lead to its successor', async () => {
  const db = open({ connectionsMax: 1 })
  const before = await pidOf(db)

  const refused = db
    .transaction()
    .setAccessMode('read only')
    .execute((transaction) => transaction.executeQuery(CompiledQuery.raw('create table notes (text text)')))

  await expect(refused).rejects.toMatchObject({ code: '25006' })
  expect(await pidOf(db)).not.toBe(before)
})
