import { afterAll, beforeAll, expect, test } from 'vitest'
import { by, startToyServer, type ToyServer } from '../../testing/start-toy-server.ts'

let server: ToyServer
beforeAll(async () => {
  server = await startToyServer({ rateLimit: 2 })
})
afterAll(() => server.close())

test('a caller is refused once its requests of the minute are used up, and other callers are not', async () => {
  const first = await server.send('/plans', { headers: by('merchant') })
  await server.send('/plans', { headers: by('merchant') })

  const refused = await server.send('/plans', { headers: by('merchant') })
  const other = await server.send('/plans', { headers: by('reader') })

  expect(first.headers.get('RateLimit')).toMatch(/; r=1; t=60/)
  expect(refused.status).toBe(429)
  expect(refused.body.error.message).toBe('At most 2 requests a minute are answered; try again later.')
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(other.status).toBe(200)
})

test('without credentials, the address counts as the caller', async () => {
  const answers = [await server.send('/checkout/a'), await server.send('/checkout/b'), await server.send('/checkout/c')]

  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 429])
})

test('attempts with wrong credentials count against the rate limit of the address', async () => {
  const stranger = await startToyServer({ rateLimit: 2 })
  const guess = async () => (await stranger.send('/plans', { headers: { Authorization: 'Bearer guess' } })).status

  expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429])
  await stranger.close()
})
