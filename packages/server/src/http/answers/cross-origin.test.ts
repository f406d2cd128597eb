import { afterAll, beforeAll, expect, test } from 'vitest'
import { by, startToyServer, type ToyServer } from '../../../testing/start-toy-server.ts'

let server: ToyServer
beforeAll(async () => {
  server = await startToyServer({ allowedOrigins: ['https://shop.example'] })
})
afterAll(() => server.close())

const preflight = (path: string, method: string) =>
  server.send(path, {
    method: 'OPTIONS',
    headers: { Origin: 'https://any.example', 'Access-Control-Request-Method': method },
  })
const pay = (caller: 'merchant' | 'widget', origin?: string) =>
  server.send('/payments', {
    method: 'POST',
    body: '{}',
    headers: by(caller, origin === undefined ? {} : { Origin: origin }),
  })

test('a page of any origin gets a preflight answer for the operations of element and portal', async () => {
  const { status, headers } = await preflight('/payments', 'POST')

  expect(status).toBe(204)
  expect(headers.get('Access-Control-Allow-Origin')).toBe('https://any.example')
  expect(headers.get('Access-Control-Allow-Methods')).toBe('GET, POST')
  expect(headers.get('Access-Control-Allow-Headers')).toContain('Idempotency-Key')
  // Scripts of earlier versions send the page's language, which may need a preflight.
  expect(headers.get('Access-Control-Allow-Headers')).toContain('Accept-Language')
  expect(headers.get('Access-Control-Max-Age')).toBe('7200')
  expect(headers.get('Vary')).toContain('Origin')
})

test('no page may call an operation that is only for merchants', async () => {
  const { status, headers } = await preflight('/plans', 'POST')

  expect(status).toBe(405)
  expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test('the element on an allowed page can read its answer and the needed headers', async () => {
  const { status, headers } = await pay('widget', 'https://shop.example')

  expect(status).toBe(200)
  expect(headers.get('Access-Control-Allow-Origin')).toBe('https://shop.example')
  expect(headers.get('Access-Control-Expose-Headers')).toContain('Idempotent-Replayed')
  expect(headers.get('Vary')).toBe('Origin, Accept-Encoding')
})

test('the element on another page is refused, and can read the reason', async () => {
  const before = server.asked.length

  const { status, headers, body } = await pay('widget', 'https://evil.example')

  expect(status).toBe(403)
  expect(body.error.code).toBe('origin_not_allowed')
  expect(headers.get('Access-Control-Allow-Origin')).toBe('https://evil.example')
  expect(server.asked).toHaveLength(before)
})

test('a page can read the answer 401 to its bad token', async () => {
  const { status, headers } = await server.send('/payments', {
    method: 'POST',
    headers: { Origin: 'https://shop.example', Authorization: 'Bearer nobody' },
  })

  expect(status).toBe(401)
  expect(headers.get('Access-Control-Allow-Origin')).toBe('https://shop.example')
})

test('a page that uses an API key cannot read the answer', async () => {
  const { headers } = await pay('merchant', 'https://shop.example')

  expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test('without a page there is no origin to check', async () => {
  expect((await pay('widget')).status).toBe(200)
})
