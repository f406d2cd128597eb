import { sql } from 'kysely'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/databases/databases.ts'
import { openPostgresql } from './open.ts'

const openFresh = async () => {
  const database = await openTestDatabase('postgresql', 'no tables')
  onTestFinished(() => database.close())
  return database
}

test('a server that does not run is named without its password', async () => {
  const opening = openPostgresql('postgres://shop:hunter2@127.0.0.1:1/books', { mode: 'sandbox' })

  await expect(opening).rejects.toMatchObject({
    code: 'database_unreachable',
    message: 'PostgreSQL at 127.0.0.1:1/books refuses connections.',
  })
})

test('a server that does not speak PostgreSQL’s protocol is reported as unreachable', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo

  const opening = openPostgresql(`postgres://127.0.0.1:${port}/books`, { mode: 'sandbox' })

  await expect(opening).rejects.toMatchObject({ code: 'database_unreachable' })
})

test('an invalid address is not repeated in the error, because it contains a password', async () => {
  const opening = openPostgresql('postgres://shop:hunter2@[', { mode: 'sandbox' })

  const thrown = await opening.catch((error: unknown) => error)
  expect(thrown).toMatchObject({ code: 'database_unreachable' })
  expect(inspect(thrown)).not.toContain('hunter2')
})

test('a missing database is reported as such', async () => {
  const address = new URL((await openFresh()).url!)
  address.pathname = '/no_such_database'

  await expect(openPostgresql(address.href, { mode: 'sandbox' })).rejects.toThrow('has no database of that name.')
})

test('sessions run in UTC with time limits, so that they do not block others for long', async () => {
  const { db } = await openFresh()

  const { rows } =
    await sql`select current_setting('timezone') as zone, current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`.execute(
      db,
    )

  expect(rows).toEqual([{ zone: 'UTC', statement: '15s', idle: '30s', name: 'billing-checkout sandbox' }])
})

test('a connection that breaks while idle is replaced', async () => {
  const watching = await openFresh()
  const warnings: string[] = []
  const logger = { warn: (_: object, message: string) => void warnings.push(message), fatal: () => {} }
  const { db, close } = await openPostgresql(watching.url!, { mode: 'live', logger })
  onTestFinished(close)

  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'billing-checkout live'`.execute(
    watching.db,
  )
  await expect.poll(() => warnings.length).toBe(1)

  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  expect(warnings[0]).toContain('idle connections to PostgreSQL at ')
})
