import { type FakeStripe, startFakeStripe } from '@billing-checkout/stripe/testing'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startServer } from '#server/wiring/start-server.ts'
import { actionsOf } from '#server/cli/operator/decision-input.ts'
import type { CommandInputs } from '#server/cli/commands.ts'
import { pausedConnectionWork } from '#server/billing/due-work/probe-connections.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { merchantOfServer } from '../../support/services/merchant-of-server.ts'
import type { RunningService } from '../../support/services/running-service.ts'
import { aBuyer, aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { byOperator, silentLogger, useOperatedServer } from '../../support/services/use-operated-server.ts'

let fakes: readonly [FakeStripe, FakeStripe]
beforeAll(async () => {
  fakes = [
    await startFakeStripe({ limits: null, accountId: 'acct_one' }),
    await startFakeStripe({ limits: null, accountId: 'acct_two', secretKeys: ['sk_test_two'] }),
  ]
  return async () => {
    for (const fake of fakes) await fake.close()
  }
})
const operated = useOperatedServer()
const { run } = operated

const refusalOf = (command: Promise<unknown>): Promise<string> =>
  command.then(
    () => 'It was not refused.',
    (error: Error) => error.message,
  )

/** Connects an organization to an account in a fake. */
const connect = (organization: string, fake: FakeStripe, more: Partial<CommandInputs['connection add']> = {}) =>
  run('connection add', {
    organization,
    adapter: 'stripe',
    set: ['publishable_key=pk_test_fake', `api_url=${fake.url}`],
    secret: fake === fakes[1] ? 'sk_test_two\n' : 'sk_test_fake\n',
    who: 'Mina',
    ...more,
  })

let organization: string
let merchant: RunningService
const connections: string[] = []
const route = (routes: unknown) => run('routing set', { organization, routes, ...byOperator })
beforeAll(async () => {
  organization = (await run('organization create', { name: 'Lantern Books' })).id
  merchant = merchantOfServer(() => operated.server.url, (await run('key create', { organization })).key)
  for (const fake of fakes) connections.push((await connect(organization, fake)).id)
})
beforeEach(() => route([{ connection: connections[0] }]))

/** Lets a shopper enter a card in Stripe's fields and pay with it. */
const buy = async (fake: FakeStripe, connection = '', { like = 'pm_card_visa', plan = {} } = {}) => {
  const { id } = await createPlan(merchant, aMonthlyPlan(plan))
  const shopper = await aBuyer(merchant, id)
  const checkout = await shopper.look()
  const pinned = connection || checkout.body.connections.CARD
  const token = fake.addMethod(like)
  const pay = () =>
    shopper.pay({}, { payment_method: { type: 'CARD', details: { processor_token: token, connection: pinned } } })
  return { pinned, pay, ...(await pay()) }
}
const paid = (fake: FakeStripe) => [...fake.books.charges.values()].filter((charge) => charge.paid).length
const paymentsOf = async ({ subscription }: { readonly subscription: { readonly id: string } }) =>
  (await merchant.send('GET', `/payments?payment_status_set=${subscription.id}`)).body.data

test('a merchant adds a key to a connection and takes a payment, a renewal and a refund through it', async () => {
  const [fake] = fakes
  const { pinned, body: first } = await buy(fake)

  await moveClock(merchant, 'P1M')
  const made = await paymentsOf(first)
  const { body: refunded } = await merchant.send('POST', `/payments/refund/${first.id}`, { body: {} })

  expect(pinned).toBe(connections[0])
  expect(first.payment_status).toBe('SETTLING')
  const byStripe = { processor: { id: connections[0], type: 'stripe' } }
  expect(made).toMatchObject([byStripe, byStripe])
  expect(paid(fake)).toBe(2)
  expect(refunded).toMatchObject({ refunded_amount: 999 })
  expect([...fake.books.refunds.values()].map(({ amount }) => amount)).toEqual([999])
  const rows = await sql`select distinct connection from attempts`.execute(operated.database.db)
  expect(rows.rows).toEqual([{ connection: connections[0] }])
})

test('the checkout shows another route, refuses a card of the former one, and leaves stored methods on their connections', async () => {
  const [one, two] = fakes
  const before = await buy(one)
  await route([{ connection: connections[1], currencies: ['USD'] }, { connection: connections[0] }])
  const dollars = { plan: { price: { default: { amount: 1500, currency: 'USD' }, countries: [] } } }
  const charged = paid(two)

  const refused = await buy(one, connections[0], dollars)
  const sold = await buy(two, '', dollars)
  const inEuros = await buy(one)
  const again = await merchant.send('POST', '/payments', {
    body: { customer: { id: before.body.customer.id }, plan: { id: (await createPlan(merchant)).id } },
  })

  expect([refused.status, refused.body.error?.code]).toEqual([409, 'connection_changed'])
  expect([sold.pinned, sold.body.payment_status, inEuros.pinned]).toEqual([connections[1], 'SETTLING', connections[0]])
  expect(paid(two) - charged).toBe(1)
  expect(again.body).toMatchObject({ payment_status: 'SETTLING', processor: { id: connections[0] } })
})

test(
  'a revoked key pauses its connection and makes no subscription past due; work continues once the key works again',
  { timeout: 120_000 },
  async () => {
    const [one, two] = fakes
    const { body: first } = await buy(one)
    await route([{ connection: connections[0] }, { connection: connections[1] }])
    one.revokeKey('sk_test_fake')

    const refused = await buy(one, connections[0])
    await expect.poll(async () => (await state(connections[0]!)).state).toBe('paused')
    const meanwhile = await buy(two)
    const charged = paid(one)
    await moveClock(merchant, 'P1M')
    const { body: subscription } = await merchant.send('GET', `/subscriptions/${first.subscription.id}`)
    const requests = one.requests.length
    await probe()
    const stillPaused = (await state(connections[0]!)).state
    one.addKey('sk_test_fake')
    await probe()
    await moveClock(merchant, 'P1D')
    await completeAttempts(operated.server.billing, { aheadSeconds: 1000 })

    // Without a key, the server answers 503. On a busy machine, an earlier request may already have paused the connection, which gives 409.
    expect([503, 'connection_changed']).toContain(refused.status === 409 ? refused.body.error.code : refused.status)
    expect(meanwhile).toMatchObject({ pinned: connections[1], body: { payment_status: 'SETTLING' } })
    expect(subscription.status).toBe('active')
    expect([stillPaused, one.requests.length > requests]).toEqual(['paused', true])
    expect(await state(connections[0]!)).toMatchObject({ state: 'enabled', reason: null })
    expect(await paymentsOf(first)).toHaveLength(2)
    expect(paid(one)).toBeGreaterThan(charged)
    const { body: events } = await merchant.send('GET', '/events?type=connection.paused')
    expect(events.data).toMatchObject([{ data: { object: { id: connections[0], state: 'paused' } } }])
  },
)

const state = async (id: string) =>
  (await run('connection list', { organization })).data.find((each: { id: string }) => each.id === id)

/** Queries the processors of paused connections now, even before their time. */
const probe = async () => {
  // The server's clock has milliseconds, and the database's microseconds: a row of this very moment would not be due yet.
  await sql`update connections set due_at = now() - interval '1 second' where state = 'paused'`.execute(
    operated.database.db,
  )
  await runWork(operated.server.billing, pausedConnectionWork)
  await operated.server.connections.refresh()
}

test('no money moves over a disabled connection, even before a server has noticed', async () => {
  const [one] = fakes
  const charged = paid(one)
  // The revision stays the same, so that no server notices the change.
  await sql`update connections set state = 'disabled', reason = 'just now' where id = ${connections[0]}`.execute(
    operated.database.db,
  )

  const refused = await buy(one, connections[0])
  await sql`update connections set state = 'enabled', reason = null where id = ${connections[0]}`.execute(
    operated.database.db,
  )

  expect([refused.status, refused.body.error?.code]).toEqual([503, 'unavailable'])
  expect(paid(one)).toBe(charged)
})

test('a disabled connection gets no call until it is enabled again, by any server', async () => {
  const [one] = fakes
  const other = await startServer({
    config: { ...operated.config, dataDir: mkdtempSync(join(tmpdir(), 'billing-')) },
    logger: silentLogger,
  })
  try {
    await run('connection disable', { id: connections[0]!, ...byOperator })
    await expect
      .poll(() => other.billing.processors.stoppedConnections.has(connections[0]!), { timeout: 20_000 })
      .toBe(true)
    const requests = one.requests.length

    const refused = await buy(one, connections[0])

    expect([refused.status, one.requests.length]).toEqual([503, requests])
    expect(await refusalOf(route([{ connection: connections[0] }]))).toContain('is disabled: see connection enable')
    await run('connection enable', { id: connections[0]!, ...byOperator })
    await expect.poll(() => other.billing.processors.stoppedConnections.size, { timeout: 20_000 }).toBe(0)
    const actions = await actionsOf(operated.database.db, connections[0]!)
    expect(actions.slice(-4)).toMatchObject([
      { who: 'Mina', what: 'connection.disabled' },
      { who: 'Mina', what: 'connection.notifications_ended' },
      { who: 'Mina', what: 'connection.enabled' },
      { who: 'Mina', what: 'connection.notifications_registered' },
    ])
  } finally {
    await other.close()
  }
})

test('an account that answers in the other mode is disabled before any further call', async () => {
  const [, two] = fakes
  const livemode = Object.getOwnPropertyDescriptor(two.books, 'livemode')!
  await route([{ connection: connections[1] }])
  Object.defineProperty(two.books, 'livemode', { ...livemode, value: true })
  // Make the fake answer a test key as a live account, which it never does by itself.
  const live = two.addMethod('pm_card_visa')
  Object.defineProperty(two.books, 'livemode', livemode)

  const { id } = await createPlan(merchant)
  const shopper = await aBuyer(merchant, id)
  const details = { processor_token: live, connection: connections[1] }
  const answered = await shopper.pay({}, { payment_method: { type: 'CARD', details } })
  await expect.poll(async () => (await state(connections[1]!)).state).toBe('disabled')

  expect(answered.status).toBe(503)
  expect((await state(connections[1]!)).reason).toContain('is not in test mode')
  await run('connection enable', { id: connections[1]!, ...byOperator })
})

test.each([
  ['a live key in a sandbox', { secret: 'sk_live_abc' }, 'secret_key is a live key'],
  ['a publishable key as secret', { secret: 'pk_test_abc' }, 'secret_key is a publishable key'],
  ['no key at all', { secret: ' \n' }, 'has to hold secret_key'],
  ['a key that the processor does not know', { secret: 'sk_test_nobody' }, 'Stripe refuses the key'],
  ['an account that is connected already', { secret: 'sk_test_fake' }, 'is connected already, as con_'],
  ['an unknown adapter', { adapter: 'stirpe' }, 'There is no adapter "stirpe"'],
  ['an adapter that is not installed', { adapter: '@acme/pay' }, 'npm install @acme/pay, or'],
  ['a secret key as a public setting', { set: ['publishable_key=sk_test_abc'] }, 'publishable_key is a secret key'],
  ['an unknown setting', { set: ['publishable_key=pk_test_a', 'colour=red'] }, 'There is no setting colour'],
  [
    'a stand-in on another machine',
    { set: ['publishable_key=pk_test_a', 'api_url=https://evil.example'] },
    'on this machine',
  ],
  ['an unknown organization', { organization: 'org_nobody' }, 'There is no organization "org_nobody"'],
])('%s is refused, and nothing is added', async (_, more, expected) => {
  const before = (await run('connection list', {})).data.length

  const refusal = await refusalOf(connect(organization, fakes[0], more))

  expect(refusal).toContain(expected)
  expect(refusal).not.toMatch(/sk_(?:test|live)_(?:abc|nobody|fake)/)
  expect((await run('connection list', {})).data).toHaveLength(before)
})

test('routes that cannot be used are refused', async () => {
  const other = (await run('organization create', { name: 'Other' })).id
  const refusals = await Promise.all([
    refusalOf(run('routing set', { organization: other, routes: [{ connection: connections[0] }], ...byOperator })),
    refusalOf(route([{ connection: 'con_nobody' }])),
    refusalOf(route([{ connection: connections[0], kinds: ['PAYPAL'] }])),
    refusalOf(route([{ connection: connections[0], countries: ['XX'] }])),
    refusalOf(run('organization update', { id: organization, set: ['routing=[]'] })),
  ])

  expect(refusals).toEqual([
    expect.stringContaining('has no connection'),
    expect.stringContaining('has no connection'),
    expect.stringContaining('cannot charge PAYPAL'),
    expect.stringContaining('countries'),
    expect.stringContaining('routing set'),
  ])
})

test('another key of the same account is accepted, and one of another account is not', async () => {
  const [one] = fakes
  one.addKey('rk_test_second')

  const refused = await refusalOf(
    run('connection rotate', { id: connections[0]!, secret: 'sk_test_nobody', ...byOperator }),
  )
  await run('connection rotate', {
    id: connections[0]!,
    secret: 'rk_test_second',
    methodKinds: 'CARD,PAYPAL',
    ...byOperator,
  })
  one.revokeKey('sk_test_fake')
  const sold = await buy(one)
  one.addKey('sk_test_fake')

  expect(refused).toContain('Stripe refuses the key')
  expect(sold.body.payment_status).toBe('SETTLING')
  expect(operated.server.billing.processors.of(connections[0]!).methodKinds).toEqual(['CARD', 'PAYPAL'])
  const { rows } = await sql<{ text: string }>`select connections::text as text from connections`.execute(
    operated.database.db,
  )
  expect(rows.map(({ text }) => text).join()).not.toContain('test_second')
})
