import { adapter } from '@billing-checkout/stripe'
import { type FakeStripe, signNotification, startFakeStripe } from '@billing-checkout/stripe/testing'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../support/services/running-service.ts'
import { byOperator, useOperatedServer } from '../../support/services/use-operated-server.ts'

let fake: FakeStripe
beforeAll(async () => {
  fake = await startFakeStripe({ limits: null })
  return () => fake.close()
})
const operated = useOperatedServer()
const { run } = operated
let added: Answer['body']

beforeAll(async () => {
  const { id: organization } = await run('organization create', { name: 'Lantern Books' })
  const set = ['publishable_key=pk_test_fake', `api_url=${fake.url}`]
  added = await run('connection add', { organization, adapter: 'stripe', set, secret: 'sk_test_fake', who: 'Mina' })
})
const endpoints = () => [...fake.books.webhookEndpoints.values()]
const found = async (command: 'connection check' | 'doctor') => {
  const { findings } = await run(command, { id: added.id })
  return findings.find(({ check }: { check: string }) => check === 'notifications' || check === 'connections')
}
/** Sends a notification of an event; returns the status of the answer. */
const send = async (secret: string, event: object = { id: `evt_${crypto.randomUUID()}` }) => {
  const object = { id: 're_1', object: 'refund' }
  const body = JSON.stringify({ object: 'event', type: 'refund.updated', livemode: false, data: { object }, ...event })
  const headers = { 'stripe-signature': signNotification(body, secret, Math.floor(Date.now() / 1000)) }
  return (
    await fetch(`${operated.server.url}/connections/${added.id}/notifications`, { method: 'POST', headers, body })
  ).status
}

test('an added account gets an endpoint for exactly the types that we read, in the version that we use', async () => {
  const [endpoint, ...others] = endpoints()
  const status = await send(endpoint!.secret!)
  const { rows } = await sql<{ text: string }>`select connections::text as text from connections`.execute(
    operated.database.db,
  )

  expect(others).toEqual([])
  expect(endpoint).toMatchObject({
    url: `${operated.server.url}/connections/${added.id}/notifications`,
    api_version: adapter.apiVersion,
    enabled_events: expect.arrayContaining(['charge.dispute.created', 'refund.failed']),
  })
  const otherwise = endpoint!.enabled_events.filter((type) => type !== 'customer.deleted')
  expect(endpoint!.enabled_events).toContain('customer.deleted')
  expect(otherwise.join()).not.toMatch(/\*|customer|invoice/)
  expect(added.notifications).toBe(`registered for ${endpoint!.url}, as ${endpoint!.id}`)
  expect(status).toBe(200)
  expect((await found('doctor')).message).toMatch(
    /notifications: registered for \S+, as we_\w+, the last came at \d{4}/,
  )
  expect(JSON.stringify([added, rows])).not.toContain(endpoint!.secret)
})

test('a new key has a new secret, and the former secret stays valid for notifications in flight', async () => {
  const [former] = endpoints()

  const { notifications } = await run('connection rotate', {
    id: added.id,
    secret: 'sk_test_fake',
    ...byOperator,
  })
  const [latter, ...others] = endpoints()

  expect(others).toEqual([])
  expect(latter!.id).not.toBe(former!.id)
  expect(notifications).toContain(latter!.id)
  expect([await send(latter!.secret!), await send(former!.secret!)]).toEqual([200, 200])
})

test.each([
  ['was deleted in the dashboard', (id: string) => fake.books.webhookEndpoints.delete(id), 'is not there any more'],
  [
    'was disabled in the dashboard',
    (id: string) =>
      fake.books.webhookEndpoints.set(id, { ...fake.books.webhookEndpoints.get(id)!, status: 'disabled' }),
    'Stripe has disabled the endpoint',
  ],
  [
    'was changed to send fewer types',
    (id: string) =>
      fake.books.webhookEndpoints.set(id, {
        ...fake.books.webhookEndpoints.get(id)!,
        enabled_events: ['refund.created'],
      }),
    'sends no charge.dispute.created',
  ],
  [
    'was created before replaced cards were read',
    (id: string) => {
      const endpoint = fake.books.webhookEndpoints.get(id)!
      const types = endpoint.enabled_events.filter((type) => !type.startsWith('payment_method.'))
      fake.books.webhookEndpoints.set(id, { ...endpoint, enabled_events: types })
    },
    'sends no payment_method.automatically_updated, payment_method.updated',
  ],
])(
  'doctor reports an endpoint that %s with the command to run, and connection check recreates it',
  async (_, spoil, told) => {
    spoil(endpoints()[0]!.id)

    const doctor = await found('doctor')
    const check = await found('connection check')

    expect(doctor).toMatchObject({ ok: false, message: expect.stringContaining(told) })
    expect(doctor.message).toContain(`Run connection check ${added.id}, which registers it again.`)
    expect(check).toMatchObject({ ok: true, message: expect.stringContaining(endpoints()[0]!.id) })
    expect(endpoints()).toHaveLength(1)
    expect(await send(endpoints()[0]!.secret!)).toBe(200)
  },
)

test('a merchant can connect although a processor refuses an endpoint, and an endpoint with a lost answer is removed', async () => {
  const [before] = endpoints()
  fake.faults.fail('POST /v1/webhook_endpoints', 'cut_after')

  const rotated = await run('connection rotate', { id: added.id, secret: 'sk_test_fake', ...byOperator })
  const left = endpoints().length
  const meanwhile = await send(before!.secret!)
  await run('connection rotate', { id: added.id, secret: 'sk_test_fake', ...byOperator })

  expect(rotated).toMatchObject({ state: 'enabled', notifications: expect.stringContaining('are not registered') })
  expect([left, meanwhile, endpoints().length]).toEqual([2, 200, 1])
})

test('servers that register at the same time leave one endpoint, whose secret is stored', async () => {
  await Promise.all(
    [1, 2, 3].map(() => run('connection rotate', { id: added.id, secret: 'sk_test_fake', ...byOperator })),
  )
  await run('connection check', { id: added.id })

  expect(endpoints()).toHaveLength(1)
  expect(await send(endpoints()[0]!.secret!)).toBe(200)
})

test('a disabled connection gets no notifications until it is enabled again', async () => {
  const [before] = endpoints()

  const disabled = await run('connection disable', { id: added.id, ...byOperator })
  const [ended, refused] = [endpoints(), await send(before!.secret!)]
  await run('connection enable', { id: added.id, ...byOperator })

  expect(disabled.notifications).toBe('The processor sends no notifications any more.')
  expect([ended, refused]).toEqual([[], 404])
  expect(await send(endpoints()[0]!.secret!)).toBe(200)
})
