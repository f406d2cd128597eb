import { operations } from '@billing-checkout/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { IdempotencyKeyTaken } from '../store/requests/idempotency-key-taken.ts'
import { canonicalJson, identifyRequest } from './answer-once.ts'
import { by, startToyServer, type ToyServer } from '../../testing/start-toy-server.ts'

let server: ToyServer
beforeAll(async () => {
  server = await startToyServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.asked.length = 0
  server.fail(undefined)
  await server.database.db.deleteFrom('idempotencyKeys').execute()
})

const body = { plan: { id: 'price_1' }, metadata: { a: 1, b: 2 } }
const pay = (caller: 'merchant' | 'widget', key: string, sent: object = body) =>
  server.send('/payments', {
    method: 'POST',
    body: JSON.stringify(sent),
    headers: by(caller, { 'Idempotency-Key': key }),
  })

const remember = (row: { leaseUntil?: string; answer?: object; createdAt?: string; caller?: string }) => {
  const { requestHash } = identifyRequest(
    operations.createPayment,
    { kind: 'merchant', keyId: 'key_all', scopes: null },
    'k',
    { params: {}, query: {}, body },
  )
  return server.database.db
    .insertInto('idempotencyKeys')
    .values({
      organizationId: 'org_toy',
      caller: row.caller ?? 'merchant',
      key: 'k',
      requestHash,
      leaseUntil: row.leaseUntil ?? '2026-11-21T11:59:00.000Z',
      answer: row.answer === undefined ? null : JSON.stringify(row.answer),
      createdAt: row.createdAt ?? '2026-11-21T11:00:00.000Z',
    })
    .execute()
}

test('an operation receives the caller of the key and the hash of the request', async () => {
  await pay('merchant', 'k')
  await pay('widget', 'k')

  const [merchant, widget] = server.asked.map(({ call }) => call.idempotency)
  expect(merchant).toMatchObject({ caller: 'merchant', key: 'k', requestHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(widget).toMatchObject({ caller: 'widget:0b0e7f3e-93a2-4f9c-8f3c-6d1a1c0e2b11', key: 'k' })
})

test('a request has the same hash with members in any order, and another one with other values', async () => {
  await pay('merchant', 'k', { plan: { id: 'price_1' }, metadata: { a: 1, b: 2 } })
  await pay('merchant', 'k', { metadata: { b: 2, a: 1 }, plan: { id: 'price_1' } })
  await pay('merchant', 'k', { metadata: { b: 2, a: 2 }, plan: { id: 'price_1' } })

  const [first, reordered, changed] = server.asked.map(({ call }) => call.idempotency?.requestHash)
  expect(reordered).toBe(first)
  expect(changed).not.toBe(first)
  expect(canonicalJson([undefined, { b: [1], a: null }])).toBe('[null,{"a":null,"b":[1]}]')
})

test('the first answer is returned again without running the operation', async () => {
  await remember({ answer: { id: 'pay_1' } })

  const { status, headers, body: answer } = await pay('merchant', 'k')

  expect(status).toBe(200)
  expect(headers.get('Idempotent-Replayed')).toBe('true')
  expect(answer).toEqual({ id: 'pay_1' })
  expect(server.asked).toHaveLength(0)
})

test('the same key with another request is refused', async () => {
  await remember({ answer: { id: 'pay_1' } })

  const { status, body: answer } = await pay('merchant', 'k', { ...body, metadata: {} })

  expect(status).toBe(422)
  expect(answer.error.code).toBe('idempotency_key_reused')
})

test('while the first request runs, the second gets a 409 with Retry-After', async () => {
  // The lease is compared with the database's clock, not the server's.
  await remember({ leaseUntil: new Date(Date.now() + 60_000).toISOString() })

  const { status, headers, body: answer } = await pay('merchant', 'k')

  expect(status).toBe(409)
  expect(answer.error.code).toBe('idempotency_in_progress')
  expect(headers.get('Retry-After')).toBe('1')
})

test('billing handles the repetition of a request that was interrupted', async () => {
  await remember({ leaseUntil: new Date(Date.now() - 1000).toISOString() })

  await pay('merchant', 'k')

  expect(server.asked).toHaveLength(1)
})

test('keys older than 30 days are deleted', async () => {
  await remember({ answer: { id: 'pay_1' }, createdAt: '2026-10-22T11:59:59.000Z' })

  const { headers } = await pay('merchant', 'k')

  expect(headers.get('Idempotent-Replayed')).toBeNull()
})

test('two callers may use the same key for different requests', async () => {
  await remember({ answer: { id: 'pay_1' }, caller: 'widget:another' })

  expect((await pay('widget', 'k')).headers.get('Idempotent-Replayed')).toBeNull()
})

test('a request whose key another request holds gets a 409 until that one has finished', async () => {
  server.fail(new IdempotencyKeyTaken())

  const { status, body: answer } = await pay('merchant', 'k')

  expect(status).toBe(409)
  expect(answer.error.code).toBe('idempotency_in_progress')
})

test.each(['', 'x'.repeat(256), 'ä'])('a key must be 1 to 255 printable characters', async (key) => {
  const { status, body: answer } = await pay('merchant', key)

  expect(status).toBe(400)
  expect(answer.error.details).toMatchObject([{ path: 'header.Idempotency-Key' }])
})

test('a key on a read is ignored', async () => {
  await server.send('/plans', { headers: by('merchant', { 'Idempotency-Key': 'x'.repeat(300) }) })

  expect(server.asked[0]?.call.idempotency).toBeNull()
})
