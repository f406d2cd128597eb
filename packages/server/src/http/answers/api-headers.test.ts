import { afterAll, beforeAll, expect, test } from 'vitest'
import { by, startToyServer, type ToyServer } from '../../../testing/start-toy-server.ts'

let server: ToyServer
beforeAll(async () => {
  server = await startToyServer()
})
afterAll(() => server.close())

test('the headers of an answer keep browsers from showing, framing or caching it', async () => {
  const { headers } = await server.send('/plans', { headers: by('merchant') })

  expect(Object.fromEntries([...headers].filter(([name]) => !ofTheConnection.has(name)))).toEqual({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'content-type': 'application/json; charset=utf-8',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000',
    vary: 'Accept-Encoding',
    'x-api-version': '1.0.0',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
})

const ofTheConnection = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'x-request-id',
])
