import { operations } from '@billing-checkout/contract'
import { type FakeStripe, startFakeStripe } from '@billing-checkout/stripe/testing'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandInputs, type CommandName, commands } from '#server/cli/commands.ts'
import { runCommand } from '#server/cli/run/run-command.ts'
import type { Config } from '#server/config/config.ts'
import { readConfig } from '#server/config/read-config.ts'
import { type RunningServer, startServer } from '#server/wiring/start-server.ts'
import { openTestDatabase, type TestDatabase } from '../../support/databases/databases.ts'
import { merchantOfServer } from '../../support/services/merchant-of-server.ts'
import type { Answer } from '../../support/services/running-service.ts'
import { aBuyer, createPlan, aMonthlyPlan } from '../../support/stories/shopper.ts'

const logger = pino({ level: 'silent' })
const by = { who: 'Mina', why: 'A story is told.' }
const folder = mkdtempSync(join(tmpdir(), 'every-write-'))
let database: TestDatabase
let config: Config
let server: RunningServer
let fake: FakeStripe

beforeAll(async () => {
  fake = await startFakeStripe({ limits: null, accountId: 'acct_one' })
  database = await openTestDatabase('postgresql')
  config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET_KEY: 'the secret of a server that is watched',
    PORT: '0',
    RATE_LIMIT: 'off',
  })
  server = await startServer({ config, logger })
})
afterAll(async () => {
  await server.close()
  await database.close()
  await fake.close()
})

const run = async <Name extends CommandName>(name: Name, input: CommandInputs[Name]): Promise<Answer['body']> =>
  runCommand(config, logger, name, input)

/** The operations in the audit log so far, and who did each of them last. */
const recorded = async (): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ who: string; what: string }>`select distinct on (what) who, what from audit_trail
    order by what, recorded_at desc`.execute(database.db)
  return new Map(rows.map(({ who, what }) => [what, who]))
}

/** For each operator command that has another name in the audit log: that name. */
const words: Partial<Record<CommandName, string>> = {
  'routing set': 'routing.set',
  'reconcile-first set': 'reconcile_first.set',
  'reconcile-first clear': 'reconcile_first.cleared',
}
/**
 * Matches commands that the audit log does not record, because they only read or only change the schema. `toldElsewhere` names the tests of
 * commands that this test does not run, mostly because they need money in an abnormal state.
 */
const reading = /(?: (?:list|show|find|check|verify|export)|^doctor|^migrate)$/
const toldElsewhere: Readonly<Record<string, string>> = {
  'attempt resolve': 'test/operations/attempts/resolve-attempts.test.ts',
  'obligation close': 'test/operations/refunds/obligations.test.ts',
  'settlement resolve': 'test/operations/settlements/settlements-that-end.test.ts',
  'refund resolve': 'test/operations/refunds/taken-refunds.test.ts',
  'difference close': 'test/operations/processors/reconcile-days.test.ts',
  // Writes only if the books differ from the processor's.
  reconcile: 'test/operations/processors/reconcile-days.test.ts',
  'customer erase': 'test/operations/erasure/erase-customer.test.ts',
  eraseCustomer: 'test/operations/erasure/erase-customer.test.ts',
  // Needs a program to dump the database, which not every machine has.
  backup: 'packages/server/src/cli/cli.test.ts',
}

test(
  'every command that writes is in the audit log, with the name of the person who typed it',
  { timeout: 120_000 },
  async () => {
    const { id: organization } = await run('organization create', { name: 'Lantern Books' })
    await run('organization update', { id: organization, set: ['several_subscriptions=true'] })
    const { id: key, key: secret } = await run('key create', { organization })
    const merchant = merchantOfServer(() => server.url, secret)
    const [plan, other] = [await createPlan(merchant), await createPlan(merchant)]
    const { body: payment } = await (await aBuyer(merchant, plan.id)).pay()
    const of = { organization, id: payment.subscription.id }
    await run('payment refund', { organization, id: payment.id, amount: 1 })
    await run('subscription change', { ...of, plan: other.id })
    await run('subscription cancel', { ...of, now: false })
    await run('subscription resume', of)
    await run('organization archive', { id: (await run('organization create', { name: 'Closed Books' })).id })
    const { id: second } = await run('key rotate', { organization, id: key, overlap: 60 })
    await run('key revoke', { organization, id: second })
    const added = {
      organization,
      adapter: 'stripe',
      set: ['publishable_key=pk_test_fake', `api_url=${fake.url}`],
      who: 'Mina',
    }
    const { id } = await run('connection add', { ...added, secret: 'sk_test_fake' })
    await run('routing set', { organization, routes: [], ...by })
    await run('connection rotate', { id, secret: 'sk_test_fake', ...by })
    await run('connection disable', { id, ...by })
    await run('connection enable', { id, ...by })
    await run('plan create', { organization, plan: aMonthlyPlan() })
    await run('user set-up', {})
    await run('user invite', { organization, email: 'leo@example.com', role: 'member' })
    await database.db
      .insertInto('users')
      .values({
        id: 'usr_mina',
        email: 'mina@example.com',
        name: 'Mina',
        passwordHash: null,
        createdAt: new Date().toISOString(),
      })
      .execute()
    await run('user reset-password', { email: 'mina@example.com' })
    await run('user remove-passkeys', { email: 'mina@example.com' })
    await run('user remove-identity', { email: 'mina@example.com' })
    const shown = await run('user show', { email: 'MINA@example.com' })
    expect(shown).toMatchObject({ id: 'usr_mina', has_password: false, passkeys: [], identity: null })
    const at = new Date().toISOString()
    await database.db
      .insertInto('userIdentities')
      .values({ userId: 'usr_mina', issuer: 'https://former.example', subject: 'mina', linkedAt: at, lastUsedAt: at })
      .execute()
    const former = await run('user show', { email: 'mina@example.com' })
    expect(former).toMatchObject({ identity: { issuer: 'https://former.example', is_of_former_issuer: true } })
    await database.db
      .insertInto('memberships')
      .values({ organizationId: organization, userId: 'usr_mina', role: 'admin', createdAt: new Date().toISOString() })
      .execute()
    const mina = { organization, id: 'usr_mina' }
    await expect(run('user remove', { ...mina, force: false })).rejects.toThrow('without an admin')
    await expect(run('user role', { ...mina, role: 'support', force: false })).rejects.toThrow('without an admin')
    await run('user role', { ...mina, role: 'support', force: true })
    await run('user remove', { ...mina, force: false })
    await run('reconcile-first set', by)
    await run('reconcile-first clear', by)
    await run('secret rotate', {})
    await run('clock advance', { organization, advance: 'P1D' })

    const names = (Object.keys(commands) as CommandName[])
      .filter((name) => !reading.test(name) && !(name in toldElsewhere))
      .map((name) => words[name] ?? name)
    const found = await recorded()
    expect(names.filter((name) => !found.has(name))).toEqual([])
    expect(names.filter((name) => ['system', 'shopper'].includes(found.get(name)!))).toEqual([])
    expect(Object.values(toldElsewhere).filter((path) => !existsSync(path))).toEqual([])
  },
)

test('every operation that writes is in the audit log, with its key or shopper', { timeout: 120_000 }, async () => {
  const organization = (await run('organization create', { name: 'Second Shop' })).id
  const { id: keyId, key } = await run('key create', { organization })
  const merchant = merchantOfServer(() => server.url, key)
  const send = async (method: string, path: string, body?: object): Promise<Answer['body']> => {
    const { status, body: answered } = await merchant.send(method, path, { ...(body && { body }) })
    expect({ path, status, error: answered?.error }).toEqual({
      path,
      status: expect.toSatisfy((s) => s < 300),
      error: undefined,
    })
    return answered
  }
  await run('organization update', { id: organization, set: ['emails=send'] })
  const plan = await send('POST', '/plans', aMonthlyPlan())
  await send('PATCH', `/plans/${plan.id}`, { name: 'Linen' })
  const discount = await send('POST', '/discounts', { name: 'Spring', percent_off: 20, duration: 'once' })
  await send('PATCH', `/discounts/${discount.id}`, { name: 'May' })
  const link = await send('POST', '/payment-links', { plan: { id: plan.id } })
  await send('PATCH', `/payment-links/${link.id}`, { active: false })
  const guest = await send('POST', '/customers', {})
  const portal = await send('POST', '/portal-session', { customer: { id: guest.id } })
  await send('DELETE', `/portal-session/${portal.id}`)
  const endpoint = await send('POST', '/webhook-endpoints', { url: 'http://127.0.0.1:9/' })
  const shopper = await aBuyer(merchant, plan.id)
  await send('PATCH', `/client-session/${shopper.sessionId}`, { plan: { id: plan.id } })
  const { body: checkout } = await shopper.look()
  await merchant.send('PATCH', `/checkout/${shopper.sessionId}`, {
    key: checkout.client_token,
    body: { country: 'DE' },
  })
  const { body: payment } = await shopper.pay()
  const { customer, subscription } = payment
  await send('PATCH', `/customers/${customer.id}`, { metadata: { shelf: 'upper' } })
  await send('POST', '/customers', { email: 'reader@example.com' })
  const free = await send(
    'POST',
    '/plans',
    aMonthlyPlan({ price: { default: { amount: 0, currency: 'EUR' }, countries: [] } }),
  )
  await send('POST', '/subscriptions', { customer: { id: customer.id }, plan: { id: free.id } })
  await send('POST', `/customers/${customer.id}/credit`, { amount: 5, currency: 'EUR', reason: 'A torn page' })
  await send('POST', `/payments/refund/${payment.id}`, { amount: 1 })
  await send('POST', `/subscriptions/schedule-cancel/${subscription.id}`)
  await send('PATCH', '/subscriptions', { subscription: { id: subscription.id, status: 'active' } })
  await send('POST', `/subscriptions/cancel/${subscription.id}`)
  const { payment_methods: methods } = await send('GET', `/customers/${customer.id}`)
  await send('DELETE', `/payment-methods/${methods[0].id}`)
  await send('POST', `/webhook-endpoints/${endpoint.id}/test`)
  const deliveries = await send('GET', `/webhook-deliveries?endpoint_id=${endpoint.id}`)
  await send('POST', `/webhook-deliveries/${deliveries.data[0].id}/redeliver`)
  await send('POST', `/webhook-endpoints/${endpoint.id}/replay`, { failed: true })
  await send('POST', `/webhook-endpoints/${endpoint.id}/rotate-secret`)
  await send('PATCH', `/webhook-endpoints/${endpoint.id}`, { description: 'The second.' })
  await send('DELETE', `/webhook-endpoints/${endpoint.id}`)
  await send('POST', '/sandbox/clock', { advance: 'P1D' })
  const { data: emails } = await send('GET', '/emails?status=sent')
  await send('POST', `/emails/${emails[0].id}/resend`, {})
  await send('POST', '/declarations', { kind: 'cancel', email: 'reader@example.com' })
  const { body: first } = await (await aBuyer(merchant, plan.id)).pay({ number: '4000000000000341' })
  await send('POST', '/sandbox/clock', { advance: 'P1M' })
  await send('POST', `/subscriptions/${first.subscription.id}/recovery-link`)

  const writing = Object.values(operations).filter(
    ({ method, name }) => method !== 'GET' && !name.startsWith('preview') && !(name in toldElsewhere),
  )
  const found = await recorded()
  expect(writing.filter(({ name }) => !found.has(name)).map(({ name }) => name)).toEqual([])
  const others = writing.filter(({ name }) => ![keyId, 'shopper'].includes(found.get(name)!))
  expect(others.map(({ name }) => [name, found.get(name)])).toEqual([])
})
