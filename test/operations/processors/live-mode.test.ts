import { adapter } from '@billing-checkout/stripe'
import { type FakeStripe, startFakeStripe } from '@billing-checkout/stripe/testing'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommandInputs, CommandName } from '#server/cli/commands.ts'
import { runCommand } from '#server/cli/run/run-command.ts'
import type { Config } from '#server/config/config.ts'
import { readConfig } from '#server/config/read-config.ts'
import { addConnection } from '#server/connections/add-connection.ts'
import type { LoadAdapter } from '#server/connections/registry.ts'
import { createBilling } from '#server/wiring/create-billing.ts'
import { openStore } from '#server/wiring/open-store.ts'
import { type RunningServer, startServer } from '#server/wiring/start-server.ts'
import { openTestDatabase, type TestDatabase } from '../../support/databases/databases.ts'
import { merchantOfServer } from '../../support/services/merchant-of-server.ts'
import type { Answer, RunningService } from '../../support/services/running-service.ts'
import { aBuyer, createPlan } from '../../support/stories/shopper.ts'

const logger = pino({ level: 'silent' })
const by = { who: 'Mina', why: 'A story is told.' }
let fake: FakeStripe
let database: TestDatabase
let config: Config
let listening: string

/** The adapter as installed, except that its Stripe is the fake. */
const loadAdapter: LoadAdapter = async () => ({
  ...adapter,
  check: (given) => adapter.check({ ...given, settings: { ...given.settings, api_url: fake.url } }),
  open: (account) => adapter.open({ ...account, settings: { ...account.settings, api_url: fake.url } }),
})

beforeAll(async () => {
  fake = await startFakeStripe({ limits: null, livemode: true })
  database = await openTestDatabase('postgresql')
  const port = await aFreePort()
  listening = `http://127.0.0.1:${port}`
  config = readConfig({
    MODE: 'live',
    DATABASE_URL: database.url,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'billing-')),
    SECRET_KEY: 'the secret of a server that moves real money',
    PUBLIC_URL: 'https://pay.example',
    FRAME_ORIGIN: 'https://cards.pay.example',
    PORT: `${port}`,
    RATE_LIMIT: 'off',
  })
})
afterAll(async () => {
  await database.close()
  await fake.close()
})

/** A free port, chosen here because a server with an https address does not report its port. */
const aFreePort = async (): Promise<number> => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  await new Promise((resolve) => holder.close(resolve))
  return port
}

const run = async <Name extends CommandName>(
  name: Name,
  input: CommandInputs[Name],
  more: Partial<Config> = {},
): Promise<Answer['body']> => runCommand({ ...config, ...more }, logger, name, input)

/** All problems that a failed start lists, a sentence each. */
const refusalsOf = (more: Partial<Config> = {}): Promise<readonly string[]> =>
  startServer({ config: { ...config, ...more }, logger, loadAdapter }).then(
    async (server) => {
      await server.close()
      return []
    },
    (error: Error) => error.message.split('\n'),
  )

const faultsIn = ({ findings }: Answer['body']): readonly string[] =>
  findings.flatMap(({ check, ok }: { check: string; ok: boolean }) => (ok ? [] : [check]))

test(
  'a live server that lacks everything lists all of it at once, and so does every command',
  { timeout: 120_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'billing-'))
    const bare = readConfig({ MODE: 'live', DATA_DIR: dataDir })

    const refusals = await refusalsOf(bare)
    const doctor = await run('doctor', { live: true }, bare)
    const command = await run('organization list', {}, bare).catch(({ message }: Error) => message)

    expect(refusals).toEqual([
      expect.stringMatching(/^DATABASE_URL has to name a PostgreSQL/),
      expect.stringMatching(/^SECRET_KEY has to be given/),
      expect.stringMatching(/^PUBLIC_URL has to be the https address/),
      expect.stringMatching(/^Connections are added once/),
    ])
    expect(faultsIn(doctor)).toEqual(['database', 'secret', 'address', 'connections'])
    expect(command).toMatch(/^DATABASE_URL .*\nSECRET_KEY /)
  },
)

test('a sandbox can check the live settings before a live server replaces it', { timeout: 120_000 }, async () => {
  const other = await openTestDatabase('postgresql')
  const sandbox = readConfig({ DATABASE_URL: other.url, DATA_DIR: config.dataDir })

  const doctor = await run('doctor', { live: true }, sandbox)
  await other.close()

  expect(doctor.ok).toBe(false)
  expect(faultsIn(doctor)).toEqual(['secret', 'address', 'mode', 'connections'])
})

const paused = { pausedAt: '2026-01-01T00:00:00.000Z', dueAt: '2099-01-01T00:00:00.000Z' }

/** Adds the live account of the fake, as `connection add` does without a server. */
const connect = async (organizationId: string): Promise<string> => {
  const store = await openStore(config, logger)
  try {
    const { connections } = await createBilling({
      database: store.database.db,
      mode: 'live',
      masterSecret: store.masterSecret,
      logger,
      wallClock: () => new Date().toISOString(),
      loadAdapter,
    })
    const added = { organizationId, adapter: 'stripe', label: null, livemode: true, secret: 'sk_live_fake\n' }
    const settings = { publishable_key: 'pk_live_fake' }
    return (await addConnection(connections, store.database.db, { ...added, settings }, by)).id
  } finally {
    await store.database.close()
  }
}

test(
  'a live server starts once an account is connected and routed, and sells without any sandbox connection',
  { timeout: 120_000 },
  async () => {
    const withoutOrganization = await refusalsOf()
    const { id: organization } = await run('organization create', { name: 'Lantern Books' })
    const { key } = await run('key create', { organization })
    const withoutConnection = await refusalsOf({ publicUrl: 'http://pay.example' })
    const connection = await connect(organization)
    const withoutRoute = await refusalsOf()
    await run('routing set', { organization, routes: [{ connection }], ...by })
    await run('connection disable', { id: connection, ...by })
    const disabled = await refusalsOf()
    await database.db
      .updateTable('connections')
      .set({ state: 'paused', reason: 'The key was refused.', ...paused })
      .execute()
    const whilePaused = await refusalsOf()
    await database.db
      .updateTable('connections')
      .set({ state: 'enabled', reason: null, pausedAt: null, dueAt: null })
      .execute()
    const ready = await run('doctor', { live: true })
    const { id: other } = await run('organization create', { name: 'Not yet connected' })

    expect(withoutOrganization).toEqual([expect.stringMatching(/^There is no organization: organization create/)])
    expect(withoutConnection).toEqual([
      expect.stringMatching(/^PUBLIC_URL .* got http:\/\/pay\.example/),
      `${organization} has no connection: connection add, routing set.`,
    ])
    expect(withoutRoute).toEqual([`${organization} has a connection, but no route to it: routing set.`])
    expect(disabled).toEqual([
      `${organization} has routes to disabled connections only: connection enable, or routing set.`,
    ])
    expect(whilePaused).toEqual([])
    expect([ready.ok, faultsIn(ready)]).toEqual([true, []])
    await expect(startServer({ config: { ...config, mode: 'sandbox' }, logger })).rejects.toMatchObject({
      code: 'database_other_mode',
    })

    const server = await startServer({ config, logger, loadAdapter })
    try {
      await sellsOnlyThere(server, { key, connection, other })
    } finally {
      await server.close()
    }
  },
)

const sellsOnlyThere = async (
  server: RunningServer,
  { key, connection, other }: { readonly key: string; readonly connection: string; readonly other: string },
): Promise<void> => {
  const merchant = merchantOfServer(() => listening, key)
  const shopper = await aBuyer(merchant, (await createPlan(merchant)).id)
  const { body: checkout } = await shopper.look()
  const sealed = await shopper.pay()
  const details = { processor_token: fake.addMethod('pm_card_visa'), connection: checkout.connections.CARD }
  const paid = await shopper.pay({}, { payment_method: { type: 'CARD', details } })
  const stranger = merchantOfServer(() => listening, (await run('key create', { organization: other })).key)
  const unconnected = await aBuyer(stranger, (await createPlan(stranger)).id)
  const nowhere = await unconnected.pay()
  const { body: empty } = await unconnected.look()
  const gone = await Promise.all(paths.map(([method, path]) => statusOf(merchant, method, path)))

  expect(key).toMatch(/^sk_live_/)
  expect([checkout.mode, checkout.connections]).toEqual(['live', { CARD: connection }])
  expect([sealed.status, sealed.body.error.code]).toEqual([409, 'connection_changed'])
  expect(paid.body).toMatchObject({ payment_status: 'SETTLING' })
  expect([...fake.books.charges.values()].map(({ amount, livemode }) => [amount, livemode])).toEqual([[999, true]])
  expect([nowhere.status, nowhere.body.error.message]).toEqual([400, 'payment_method.type CARD is not offered here.'])
  expect([empty.method_kinds, empty.refusal]).toEqual([[], { code: 'unavailable', subscription: null }])
  expect(gone).toEqual(paths.map(() => 404))
  await expect(run('clock advance', { advance: 'P1D' })).rejects.toThrow()
  expect(server.billing.processors.all.map(({ id }) => id)).not.toContain('sandbox')
}

const paths = [
  ['GET', '/sandbox/clock'],
  ['POST', '/sandbox/clock'],
  ['GET', '/sandbox/issuer/01890000-0000-7000-8000-000000000000'],
  ['POST', '/sandbox/issuer/01890000-0000-7000-8000-000000000000'],
  ['GET', '/sandbox/wallet/01890000-0000-7000-8000-000000000000'],
  ['POST', '/sandbox/wallet/01890000-0000-7000-8000-000000000000'],
  ['GET', '/sandbox/emails'],
  ['GET', '/sandbox/emails/email_01890000-0000-7000-8000-000000000000'],
] as const

const statusOf = async (merchant: RunningService, method: string, path: string): Promise<number> => {
  const body = method === 'POST' ? { body: { advance: 'P1D' } } : {}
  return (await merchant.send(method, path, body)).status
}
