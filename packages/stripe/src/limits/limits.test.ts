import { expect, test } from 'vitest'
import { aCharge } from '../../testing/a-charge.ts'
import { accountOptionsOf, openFakeAccount } from '../../testing/index.ts'
import { stripeProcessor } from '../stripe-processor.ts'
import { endpointOf } from './fetch-within-limits.ts'
import { documentedLimits, openLimiter } from './limiter.ts'

const create = 'POST /v1/payment_intents'
const confirm = 'POST /v1/payment_intents/:id/confirm'

/** A clock that moves only while a caller waits. */
const virtualTime = () => {
  let time = 0
  const waiting: { readonly at: number; readonly go: () => void }[] = []
  const run = async () => {
    for (let idle = 0; idle < 50; idle += 1) {
      await Promise.resolve()
      if (waiting.length === 0) continue
      idle = 0
      waiting.sort((one, other) => one.at - other.at)
      const next = waiting.shift()!
      time = Math.max(time, next.at)
      next.go()
      for (let turns = 0; turns < 20; turns += 1) await Promise.resolve()
    }
  }
  return {
    run,
    now: () => new Date(time),
    random: () => 0.5,
    wait: (milliseconds: number) => new Promise<void>((go) => waiting.push({ at: time + milliseconds, go })),
  }
}

/** Sends `count` requests, for shoppers (`isUrgent`) or as background work. Returns when each was sent, in milliseconds. */
const sendAll = async (
  count: number,
  { limits = documentedLimits.test, serverCount = 1, isUrgent = false, refusals = 0 } = {},
) => {
  const time = virtualTime()
  const limiter = openLimiter(time, limits, () => serverCount)
  for (let times = 0; times < refusals; times += 1) limiter.noteRefused('GET /v1/charges', 'all')
  const sent: number[] = []
  const all = Array.from({ length: count }, async () => {
    const leave = await limiter.enter('GET /v1/charges', isUrgent)
    sent.push(time.now().getTime())
    leave()
  })
  await Promise.all([time.run(), ...all])
  return sent
}

const mostInASecond = (sent: readonly number[]) =>
  Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + 1000).length))

test('a connection sends at most as many requests in any second as Stripe accepts, and leaves room for shoppers', async () => {
  expect(mostInASecond(await sendAll(200, { isUrgent: true }))).toBe(25)
  expect([20, 21, 22]).toContain(mostInASecond(await sendAll(200)))
})

test('a clock that is set back delays no request', async () => {
  let time = 86_400_000
  const waits: number[] = []
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds)
    time += milliseconds
  }
  const limiter = openLimiter({ now: () => new Date(time), random: () => 0.5, wait }, documentedLimits.test)
  for (let count = 0; count < 25; count += 1) (await limiter.enter('GET /v1/charges', true))()

  time = 0
  ;(await limiter.enter('GET /v1/charges', true))()
  ;(await limiter.enter('GET /v1/refunds', false))()

  expect(Math.max(0, ...waits)).toBeLessThan(1100)
})

test('each of two servers takes half of the limit', async () => {
  expect(mostInASecond(await sendAll(100, { serverCount: 2, isUrgent: true }))).toBe(12)
})

test('a refusal lowers the request rate, which rises again to the documented rate and no further', async () => {
  const sent = await sendAll(400, { refusals: 3, isUrgent: true })
  const inSecond = (second: number) => sent.filter((at) => at >= second * 1000 && at < (second + 1) * 1000).length

  expect(inSecond(0)).toBeLessThanOrEqual(21)
  expect(mostInASecond(sent)).toBeLessThanOrEqual(25)
})

test('a shopper’s request does not wait behind background work', async () => {
  const time = virtualTime()
  const limiter = openLimiter(time, documentedLimits.test)
  const order: string[] = []
  const background = Array.from({ length: 100 }, async () => {
    ;(await limiter.enter('POST /v1/payment_intents', false))()
    order.push('background')
  })
  const shopper = limiter.enter('POST /v1/payment_intents', true).then((leave) => {
    leave()
    order.push('shopper')
  })
  await Promise.all([time.run(), shopper, ...background])

  expect(order.indexOf('shopper')).toBeLessThan(25)
})

test('the name of an endpoint contains no ids', () => {
  expect(endpointOf('POST', '/v1/payment_intents/pi_3MtwBwLkdIwHu7ix28a3tqPa/confirm')).toBe(confirm)
  expect(endpointOf('GET', '/v1/radar/early_fraud_warnings')).toBe('GET /v1/radar/early_fraud_warnings')
})

test('a charge that meets a limit is repeated under its key, and the shopper is charged once', async () => {
  await using opened = await openFakeAccount()
  const { fake } = opened
  fake.faults.fail(create, 'rate_limit', 2)
  fake.faults.fail(confirm, 'rate_limit')

  const paid = await stripeProcessor(accountOptionsOf(fake)).authorize(aCharge())

  expect(paid.kind).toBe('approved')
  const keys = fake.requests.filter(({ name }) => name === create).map(({ idempotencyKey }) => idempotencyKey)
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(3)
  expect(fake.books.charges.size).toBe(1)
})

test('a query stops between its requests once its connection is held, and a charge that has begun is completed', async () => {
  await using opened = await openFakeAccount()
  const { fake } = opened
  let isStopped = false
  const processor = stripeProcessor(accountOptionsOf(fake, { isStopped: () => isStopped }))
  const listing = fake.faults.hold('GET /v1/disputes')
  const charging = fake.faults.hold(create)

  const news = processor.news('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z')
  const paid = processor.authorize({ ...aCharge(), initiator: 'MIT' })
  await Promise.all([listing.arrived, charging.arrived])
  isStopped = true
  listing.release()
  await expect(news).rejects.toMatchObject({ detail: { message: expect.stringContaining('paused or disabled') } })
  charging.release()

  expect((await paid).kind).toBe('approved')
  expect(fake.requests.map(({ name }) => name).toSorted()).toEqual(['GET /v1/disputes', create, confirm])
})

test('thirty charges at once are all made within the limits of a sandbox', { timeout: 60_000 }, async () => {
  await using opened = await openFakeAccount({ latency: 50 })
  const { fake } = opened
  const processor = stripeProcessor(accountOptionsOf(fake))

  const outcomes = await Promise.all(Array.from({ length: 30 }, () => processor.authorize(aCharge())))

  expect(outcomes.filter(({ kind }) => kind !== 'approved')).toEqual([])
  expect([...fake.books.charges.values()].filter(({ paid }) => paid)).toHaveLength(30)
  expect(fake.requests.length).toBeLessThan(2 * 60)
})

test('a query of fifty settlements answers all of them', { timeout: 60_000 }, async () => {
  await using opened = await openFakeAccount()
  const { fake } = opened
  const processor = stripeProcessor(accountOptionsOf(fake))
  const ids: string[] = []
  for (let count = 0; count < 10; count += 1) {
    const paid = await processor.authorize(aCharge())
    if (paid.kind === 'approved') ids.push(paid.facts.transactionId)
  }

  const told = await processor.settlements(Array.from({ length: 5 }, () => ids).flat())

  expect(told).toHaveLength(50)
  expect(told.filter(({ state }) => state === 'rejected')).toEqual([])
})
