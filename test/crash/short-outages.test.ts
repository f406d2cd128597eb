import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../support/databases/database-on-server.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../support/databases/database-proxy.ts'
import { openTestDatabase, type TestDatabase } from '../support/databases/databases.ts'
import { type PostgresqlServer, startPostgresql } from '../support/databases/start-postgresql.ts'
import { type Goods, hammer, send, type Service, stockShop } from './hammer.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

// The processor's books are in another database, so that only ours is down and every charge has an outcome that a server knows.

let postgresql: PostgresqlServer
let proxy: DatabaseProxy
let ledger: TestDatabase
let direct: string
let servers: readonly ServerProcess[]
let service: Service
let goods: Goods
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
  ledger = await openTestDatabase('postgresql')
  postgresql = await startPostgresql()
  proxy = await openDatabaseProxy(postgresql.socketPath)
  direct = await createDatabase(postgresql.url)
  const settings = {
    DATABASE_URL: proxy.addressOf(direct),
    LEDGER_URL: ledger.url!,
    DATA_DIR: folder,
    SECRET_KEY: 'a secret of the tests that nobody else has',
    FAULTS: 'off',
  }
  const first = await startServerProcess(settings)
  servers = [first, await startServerProcess(settings)]
  const { key } = await first.makeOrganization()
  service = { url: () => servers[Math.floor(Math.random() * servers.length)]!.url, key }
  goods = await stockShop(service)
  return async () => {
    await Promise.all(servers.map((server) => server.kill()))
    await proxy.close()
    await postgresql.stop()
    await ledger.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)

/** The number of open attempts. */
const countOpen = async (): Promise<number> => {
  const [row] = await runSql<{ open: number }>(`select count(*)::int as open from attempts where state = 'open'`)
  return row!.open
}

/** Runs a statement over a connection of its own, without the proxy. */
const runSql = async <Row extends object>(statement: string): Promise<readonly Row[]> => {
  const client = new pg.Client(direct)
  await client.connect()
  const { rows } = await client.query<Row>(statement)
  await client.end()
  return rows
}

const clients = 12
/** Much less than the minute after which another server may take an attempt over. */
const finishedSeconds = 15

const outages: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'PostgreSQL is restarted at once',
    async () => {
      await postgresql.crash()
      await wait(1000)
      await postgresql.start()
    },
  ],
  ['connections break before a commit is answered', async () => proxy.resetCommits('unanswered', clients)],
  ['connections break before a commit arrives', async () => proxy.resetCommits('unsent', clients)],
  ['every connection breaks', async () => proxy.reset()],
]

test.each(outages)('if %s, payments in flight end within seconds', { timeout: 120_000 }, async (_, strike) => {
  let inFlight = 0
  for (let round = 0; round < 3; round++) {
    let goesOn = true
    const hammering = Array.from({ length: clients }, () => hammer(service, goods, [], () => goesOn))
    await wait(1500)
    const struck = strike()
    await wait(300)
    goesOn = false
    await struck
    inFlight += await countOpen()

    await expect.poll(countOpen, { timeout: finishedSeconds * 1000, interval: 200 }).toBe(0)
    await Promise.all(hammering)
  }

  expect(inFlight).toBeGreaterThan(0)
  expect(servers.filter((server) => server.hasEnded())).toEqual([])
})

test('if a connection breaks while the database commits the opening of a payment, the payment is charged once', async () => {
  const order = randomUUID()
  await runSql(
    `create function take_a_second() returns trigger language plpgsql as 'begin perform pg_sleep(1); return new; end'`,
  )
  await runSql(
    `create trigger slow before insert on payments for each row when (new.metadata->>'order' = '${order}') execute function take_a_second()`,
  )
  const reset = proxy.delayCommit(order)
  const paying = send(service, 'POST', '/payments', {
    body: { customer: { id: goods.customers[0] }, plan: { id: goods.oneOffPlanId }, metadata: { order } },
    idempotencyKey: order,
  })
  await reset

  expect(await countOpen()).toBe(0)
  expect(await paying).toMatchObject({ status: 200, body: { payment_status: 'SETTLING', metadata: { order } } })
  expect(await countOpen()).toBe(0)
})
