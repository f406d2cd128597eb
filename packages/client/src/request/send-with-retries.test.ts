import { afterEach, expect, test } from 'vitest'
import { aRefusal, aService, type ScriptedService } from '../../testing/a-service.ts'
import { BillingError } from '../billing-error.ts'

let service: ScriptedService
afterEach(() => service.close())

const failureOf = async (promise: Promise<unknown>): Promise<BillingError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof BillingError) return error
  throw new Error(`expected a BillingError, got ${String(error)}`)
}

test.each([
  ['a cut connection', 'break' as const],
  ['a service that is unavailable', aRefusal(503, 'unavailable')],
  ['a proxy whose service is unavailable', { status: 502, body: '<h1>Bad gateway</h1>' }],
  ['too many requests', aRefusal(429, 'rate_limited', { 'Retry-After': '0' })],
  ['the same request still running', aRefusal(409, 'idempotency_in_progress', { 'Retry-After': '0' })],
  ['half an answer', 'half' as const],
])('after %s, a charge is repeated under the same key', async (_, first) => {
  service = await aService([first, { body: { id: 'pay_1' } }])

  const payment = await service.client.createPayment({ customer: { id: 'cus_1' }, plan: { id: 'price_1' } })

  expect(payment).toEqual({ id: 'pay_1' })
  const keys = service.arrived.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([keys[0], keys[0]])
})

test('each call has an idempotency key of its own', async () => {
  service = await aService([{}])

  await service.client.createPlan({} as never)
  await service.client.createPlan({} as never)

  const keys = service.arrived.map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(2)
})

test.each([
  aRefusal(400, 'invalid_parameter'),
  aRefusal(401, 'invalid_credentials'),
  aRefusal(404, 'not_found'),
  aRefusal(409, 'already_subscribed'),
  aRefusal(422, 'idempotency_key_reused'),
  aRefusal(429, 'too_many_attempts'),
  aRefusal(500, 'internal'),
])('a request that would be refused again is not retried: %j', async (refusal) => {
  service = await aService([refusal])

  await failureOf(service.client.createPayment({}))

  expect(service.arrived).toHaveLength(1)
})

test('a request is sent four times, and then its last failure is thrown', async () => {
  service = await aService(['break'])

  const error = await failureOf(service.client.findPlans())

  expect(error.code).toBe('connection_failed')
  expect(service.arrived).toHaveLength(4)
})

test('a change without an idempotency key is sent once', async () => {
  service = await aService(['break'])

  await failureOf(service.client.detachPaymentMethod('pm_1'))

  expect(service.arrived).toHaveLength(1)
})

test('a client can be configured not to retry', async () => {
  service = await aService([aRefusal(503, 'unavailable')])

  await failureOf(service.clientWith({ retriesMax: 0 }).findPlans())

  expect(service.arrived).toHaveLength(1)
})

test('the client waits for Retry-After', async () => {
  service = await aService([aRefusal(429, 'rate_limited', { 'Retry-After': '1' }), {}])
  const start = performance.now()

  await service.client.findPlans()

  expect(performance.now() - start).toBeGreaterThan(950)
})

test('a Retry-After of an hour is reported, and the client does not wait for it', async () => {
  service = await aService([aRefusal(429, 'rate_limited', { 'Retry-After': '3600' })])

  const error = await failureOf(service.client.findPlans())

  expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 3600 })
  expect(service.arrived).toHaveLength(1)
})

test('the error of a refusal has everything that the service answered', async () => {
  const details = [{ path: 'query.limit', code: 'too_small', message: 'limit must be between 1 and 1000, got 0.' }]
  const body = { error: { code: 'invalid_parameter', message: details[0]!.message, details, request_id: 'req_7' } }
  service = await aService([{ status: 400, body }])

  const error = await failureOf(service.client.findPayments({ limit: 0 }))

  expect(error).toMatchObject({
    name: 'BillingError',
    code: 'invalid_parameter',
    message: 'limit must be between 1 and 1000, got 0.',
    status: 400,
    details,
    requestId: 'req_7',
    retryAfterSeconds: null,
    idempotencyKey: null,
  })
})

test.each([
  ['a page of another service', { status: 404, body: '<h1>Not found</h1>' }, 404],
  ['JSON of another service', { status: 403, body: { error: 'forbidden' } }, 403],
  ['a redirect', { status: 301, headers: { Location: 'https://elsewhere.example/' }, body: '' }, 301],
  ['a page instead of JSON', { status: 200, body: '<h1>Welcome</h1>' }, 200],
])('%s is an unexpected answer', async (_, answer, status) => {
  service = await aService([answer])

  expect(await failureOf(service.client.findPlans())).toMatchObject({ code: 'unexpected_answer', status })
})

test('a late answer is a time-out, and the error has the key to repeat the request with', async () => {
  service = await aService(['hang'])
  let asked = 0
  const counting: typeof fetch = (...given) => {
    asked += 1
    return fetch(...given)
  }
  const impatient = service.clientWith({ timeoutSeconds: 0.05, retriesMax: 1, fetch: counting })

  const error = await failureOf(impatient.createPayment({}, { idempotencyKey: 'order-9' }))

  expect(error).toMatchObject({ code: 'timed_out', status: null, idempotencyKey: 'order-9' })
  expect(error.message).toBe('POST /payments got no answer within 0.05 seconds.')
  expect(asked).toBe(2)
})

test('an address without a server is a failed connection, with the reason', async () => {
  service = await aService([])
  const nobody = service.clientWith({ baseUrl: 'http://127.0.0.1:9', retriesMax: 0 })

  const error = await failureOf(nobody.findPlans({ search: 'secret' }))

  expect(error.code).toBe('connection_failed')
  expect(error.message).toMatch(/^GET \/plans got no answer: .+/)
  expect(error.message).not.toMatch(/secret/)
})

test('a caller who aborts during a request gets their own reason', async () => {
  service = await aService(['hang'])
  const reason = new Error('the shopper left')
  const controller = new AbortController()

  const asked = service.client.findPlans({}, { signal: controller.signal })
  setTimeout(() => controller.abort(reason), 20)

  await expect(asked).rejects.toBe(reason)
})

test('a caller who aborts between two attempts gets their own reason', async () => {
  service = await aService([aRefusal(429, 'rate_limited', { 'Retry-After': '30' })])
  const reason = new Error('the shopper left')
  const controller = new AbortController()

  const leaving: typeof fetch = async (...given) => {
    const answer = await fetch(...given)
    setTimeout(() => controller.abort(reason), 20)
    return answer
  }
  const asked = service.clientWith({ fetch: leaving }).findPlans({}, { signal: controller.signal })

  await expect(asked).rejects.toBe(reason)
  expect(service.arrived).toHaveLength(1)
})

test('a call with an aborted signal sends nothing', async () => {
  service = await aService([{}])

  await expect(service.client.findPlans({}, { signal: AbortSignal.abort('late') })).rejects.toBe('late')
  expect(service.arrived).toEqual([])
})
