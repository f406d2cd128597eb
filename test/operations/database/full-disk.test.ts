import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createOrganization, readConfig, startServer } from '#server/index.ts'
import { migrateToLatest } from '#database/migrate/migrate-to-latest.ts'
import { openPostgresql } from '#database/postgresql/open.ts'
import { migrations } from '#server/store/migrations/index.ts'
import { type Answer, send, sendUntilAnswered, type Service, stockShop } from '../../crash/hammer.ts'
import { templatesOf } from '../../support/databases/databases.ts'
import { canMountDisk, mountSmallDisk, type SmallDisk } from '../../support/databases/small-disk.ts'
import { startPostgresql } from '../../support/databases/start-postgresql.ts'

// The full disk holds only a tablespace for this server's database, so other databases on the same PostgreSQL are not affected.
const name = 'on_a_small_disk'

const openOnSmallDisk = async (): Promise<{ readonly disk: SmallDisk; readonly databaseUrl: string }> => {
  const { server, migrated } = await templatesOf('postgresql')
  const home = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
  chmodSync(home, 0o711)
  const folder = join(home, 'disk')
  mkdirSync(folder)
  const disk = mountSmallDisk(folder, 100)
  execFileSync('chown', ['nobody', folder])
  const client = new pg.Client(server)
  await client.connect()
  onTestFinished(async () => {
    try {
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`drop tablespace if exists ${name}`)
      await client.end()
    } finally {
      disk.unmount()
      rmSync(home, { recursive: true })
    }
  })
  await client.query(`create tablespace ${name} location '${folder}'`)
  await client.query(`create database ${name} template ${new URL(migrated).pathname.slice(1)} tablespace ${name}`)
  const databaseUrl = new URL(server)
  databaseUrl.pathname = `/${name}`
  return { disk, databaseUrl: databaseUrl.href }
}

/** A PostgreSQL with only its write-ahead log on a small disk. */
const startWithLogOnSmallDisk = async () => {
  const postgresql = await startPostgresql()
  await postgresql.crash()
  const home = dirname(postgresql.socketPath)
  const [log, folder] = [join(home, 'data', 'pg_wal'), join(home, 'disk')]
  mkdirSync(folder)
  const disk = mountSmallDisk(folder, 320)
  onTestFinished(async () => {
    try {
      await postgresql.stop()
    } finally {
      // If the disk stayed mounted, the folder of the whole run could not be removed.
      disk.unmount()
    }
  })
  cpSync(log, folder, { recursive: true })
  rmSync(log, { recursive: true })
  symlinkSync(folder, log)
  execFileSync('chown', ['-R', 'nobody', folder])
  await postgresql.start()
  const database = await openPostgresql(postgresql.url, { mode: 'sandbox' })
  await migrateToLatest(database.db, migrations)
  await database.close()
  return { postgresql, disk }
}

/** A shop on a database, and functions for everything that these tests do and check. */
const openShop = async (databaseUrl: string) => {
  const lines: { readonly trouble?: string; readonly msg: string; readonly level: number }[] = []
  const logger = pino({ base: undefined }, { write: (line) => void lines.push(JSON.parse(line) as never) })
  const environment = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a secret of the tests that nobody else has',
    PORT: '0',
  }
  const server = await startServer({ config: readConfig({ ...environment, RATE_LIMIT: 'off' }), logger })
  onTestFinished(() => server.close())
  const { billing, apiKeys, url } = server
  const wall = billing.wallClock()
  const organization = await createOrganization(billing.database, { name: 'Lantern Books', originsOfFirst: null, wall })
  const { key } = await apiKeys.create(organization.id, { scopes: null, wall })
  const service = { url: () => url, key }
  const { customers, oneOffPlanId } = await stockShop(service)
  const body = { customer: { id: customers[0] }, plan: { id: oneOffPlanId } }
  return {
    service,
    lines,
    pay: (place: number) => send(service, 'POST', '/payments', { body, idempotencyKey: `key_${place}` }),
    payUntilAnswered: (place: number) =>
      sendUntilAnswered(service, () => true, 'POST', '/payments', { body, idempotencyKey: `key_${place}` }),
    readCustomer: () => send(service, 'GET', `/customers/${customers[0]}`),
    readiness: async () => (await fetch(`${url}/readyz`)).status,
  }
}

/** Expects that every payment that was answered with 200 is stored and was paid. */
const expectAllKept = async (service: Service, answers: readonly Answer[]): Promise<void> => {
  for (const { body: told } of answers.filter(({ status }) => status === 200)) {
    expect((await send(service, 'GET', `/payments/${told.id}`)).body.payment_status).toBe('SETTLING')
  }
}

// Skipped on a machine that may not mount a small disk, and if PostgreSQL may run on another machine.
test.skipIf(!canMountDisk || process.env['TEST_DATABASE_URL'] !== undefined)(
  'while PostgreSQL’s disk is full, requests and /readyz get 503; when there is room again, all work continues by itself',
  async () => {
    const { disk, databaseUrl } = await openOnSmallDisk()
    const { service, lines, pay, payUntilAnswered, readCustomer, readiness } = await openShop(databaseUrl)

    disk.fill()
    const answers = [await pay(0)]
    // Some payments still fit into pages that have been allocated.
    while (answers.at(-1)!.status === 200 && answers.length < 300) answers.push(await pay(answers.length))

    const refused = answers.at(-1)!
    expect([refused.status, refused.body.error.code, refused.retryAfter]).toEqual([503, 'unavailable', '30'])
    expect((await pay(answers.length)).status).toBe(503)
    expect(await readiness()).toBe(503)
    expect((await readCustomer()).status).toBe(200)
    expect(lines.filter(({ trouble }) => trouble === 'disk_full').map(({ msg }) => msg)).toEqual([
      'The disk of the database is full: free space on it. Nothing that was answered is lost.',
    ])

    disk.empty()
    await expect.poll(readiness, { timeout: 20_000 }).toBe(200)
    const last = await payUntilAnswered(answers.length - 1)
    expect(last?.status).toBe(200)
    await expectAllKept(service, answers)
  },
  120_000,
)

test.skipIf(!canMountDisk)(
  'a full disk for PostgreSQL’s log stops PostgreSQL: requests get 503, and all work continues after its restart',
  async () => {
    const { disk, postgresql } = await startWithLogOnSmallDisk()
    const { service, pay, payUntilAnswered, readiness } = await openShop(postgresql.url)

    disk.fill()
    const answers = [await pay(0)]
    // Each switch to a new log segment wastes the rest of the current one, until the disk has no room for another segment.
    for (let place = 1; answers.at(-1)!.status === 200 && place < 100; place++) {
      await switchSegment(postgresql.url)
      answers.push(await pay(place))
    }

    // The payment during which the disk filled up may still wait for PostgreSQL to commit its outcome. Later payments are refused before
    // they begin.
    expect([0, 503]).toContain(answers.at(-1)!.status)
    const refused = await pay(answers.length)
    expect([refused.status, refused.body?.error.code]).toEqual([503, 'unavailable'])
    // PostgreSQL may restart itself and answer one more query before it stops again.
    await expect.poll(readiness, { timeout: 20_000 }).toBe(503)

    disk.empty()
    // PostgreSQL may have stopped for good, or be about to restart itself. Stop it, then start it as a supervisor would.
    await postgresql.crash()
    await postgresql.start()
    await expect.poll(readiness, { timeout: 60_000 }).toBe(200)
    expect((await payUntilAnswered(answers.length - 1))?.status).toBe(200)
    await expectAllKept(service, answers)
  },
  180_000,
)

const switchSegment = async (url: string): Promise<void> => {
  const client = new pg.Client(url)
  // When the server stops, its connections end with an error.
  client.on('error', () => {})
  await client
    .connect()
    .then(() => client.query('select pg_switch_wal()'))
    .catch(() => {})
  await client.end().catch(() => {})
}
