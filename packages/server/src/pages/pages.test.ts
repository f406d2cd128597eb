import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { watchTroubles } from '@billing-checkout/database/errors'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { elementManifest } from '../../../../test/support/pages/frame-documents.ts'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/databases/databases.ts'
import { openCardKeys } from '../credentials/card-keys.ts'
import { masterSecretOf } from '../credentials/master-secret.ts'
import { createApp } from '../http/app.ts'
import { createRateLimiter } from '../http/rate-limit.ts'
import { assetsRouter } from './assets/assets-router.ts'
import { readAssets } from './assets/assets.ts'
import { docsRouter } from './docs-router.ts'
import { frameRouter } from './frame/frame-router.ts'
import { healthRouter } from './monitoring/health-router.ts'
import { indexRouter } from './index-router.ts'

const wall = '2026-11-21T12:00:00.000Z'
const openSession = '0b0e7f3e-93a2-4f9c-8f3c-6d1a1c0e2b11'
const script = `console.log(${JSON.stringify('checkout '.repeat(200))})`

const builtElement = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'element-'))
  mkdirSync(join(folder, 'assets'))
  const files = {
    'billing-checkout.js': script,
    'billing-checkout-1a2b.js': script,
    'billing-checkout.classic.js': 'import(script)',
    'assets/card-frame-1.js': 'frame()',
    'inventory.json': '{"version":"1.2.3"}',
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...elementManifest, files: [] }))
  return folder
}

let database: TestDatabase
let origin: string
let stop: () => void
const health = {
  stopping: false,
  ping: () => Promise.resolve(),
  probeWrite: () => Promise.resolve(),
  troubles: watchTroubles({ error: () => {} }),
}

beforeAll(async () => {
  database = await openTestDatabase('embedded')
  const times = { createdAt: wall, updatedAt: wall }
  const settings = JSON.stringify({ allowed_origins: ['https://shop.example'] })
  await database.db
    .insertInto('organizations')
    .values({ id: 'org_1', name: 'One', settings, ...times })
    .execute()
  await database.db
    .insertInto('clientSessions')
    .values({
      organizationId: 'org_1',
      id: openSession,
      members: '{}',
      expiresAt: '2020-01-01T00:00:00.000Z',
      ...times,
    })
    .execute()
  const assets = (await readAssets(builtElement()))!
  const rateLimiter = createRateLimiter('off')
  const cardKeys = await openCardKeys(database.db, masterSecretOf('x'.repeat(32)), wall)
  const parts = { database: database.db, mode: 'sandbox', rateLimiter, wallClock: () => wall } as const
  const [publicUrl, frameOrigin] = [() => 'https://pay.example', () => 'https://cards.pay.example']
  const app = createApp({
    ...parts,
    routes: [],
    publicRoutes: [],
    pages: [
      assetsRouter(assets),
      frameRouter({
        ...parts,
        publicUrl,
        cardKeys,
        processorOfCards: async () => ({ id: 'sandbox' }),
        readWalletOffer: async () => null,
        manifest: assets.manifest,
      }),
      docsRouter(publicUrl),
      healthRouter({
        isStopping: () => health.stopping,
        ping: () => health.ping(),
        probeWrite: () => health.probeWrite(),
        troubles: health.troubles,
        operators: null,
      }),
      indexRouter({ mode: 'sandbox', publicUrl, frameOrigin, manifest: assets.manifest, hasEmails: true }),
    ],
    authenticate: () => Promise.reject(new Error('nobody authenticates here')),
    logger: pino({ enabled: false }),
    observe: () => {},
    trustedProxies: [],
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stop = () => {
    server.close()
    server.closeAllConnections()
  }
})
afterAll(async () => {
  stop()
  await database.close()
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${origin}${path}`, { headers })

test.each([
  ['/billing-checkout.js', 'public, max-age=300, must-revalidate'],
  ['/billing-checkout-1a2b.js', 'public, max-age=31536000, immutable'],
  ['/assets/card-frame-1.js', 'public, max-age=31536000, immutable'],
])('%s is a script that any page may load', async (path, cacheControl) => {
  const { status, headers } = await get(path)

  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
  expect(headers.get('Cache-Control')).toBe(cacheControl)
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
})

test.each([
  '/billing-checkout.js',
  '/assets/card-frame-1.js',
  '/inventory.json',
  `/frame/${openSession}`,
  '/frame/unknown',
  '/docs',
  '/docs/start.js',
  '/openapi.json',
  '/',
  '/healthz',
  '/readyz',
  '/nothing/here',
])('%s has the headers of all answers', async (path) => {
  const { headers } = await get(path)

  expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(headers.get('X-Powered-By')).toBeNull()
})

test('any page may read the inventory of the build, which browsers revalidate', async () => {
  const { headers, json } = await get('/inventory.json').then(async (answer) => ({
    headers: answer.headers,
    json: await answer.json(),
  }))

  expect(json).toEqual({ version: '1.2.3' })
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  expect(headers.get('Cache-Control')).toBe('public, max-age=300, must-revalidate')
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
})

test('any page may load the script for tags without a type, which browsers revalidate', async () => {
  const answer = await get('/billing-checkout.classic.js')

  expect(await answer.text()).toBe('import(script)')
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=300, must-revalidate')
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
})

test.each([['br'], ['gzip'], [null]])(
  'the script is compressed in the encoding that the browser accepts (%s)',
  async (encoding) => {
    const answer = await get('/billing-checkout.js', { 'Accept-Encoding': encoding ?? 'identity' })

    expect(answer.headers.get('Content-Encoding')).toBe(encoding)
    expect(answer.headers.get('Vary')).toContain('Accept-Encoding')
    expect(await answer.text()).toBe(script)
  },
)

test('a browser that already has the script gets 304', async () => {
  const etag = (await get('/billing-checkout.js')).headers.get('ETag')!

  // Without a Cache-Control header, fetch would bypass caches.
  const again = await get('/billing-checkout.js', { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' })

  expect(again.status).toBe(304)
})

test.each(['/manifest.json', '/assets/nothing.js', '/assets/..%2Fmanifest.json', '/assets/'])(
  '%s is not served',
  async (path) => {
    expect((await get(path)).status).toBe(404)
  },
)

test('a session has a card frame, even if it has expired', async () => {
  const answer = await get(`/frame/${openSession}`)
  const html = await answer.text()

  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Security-Policy')).toContain('frame-ancestors https://shop.example;')
  expect(answer.headers.get('X-Frame-Options')).toBeNull()
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(html).toContain(`"session_id":"${openSession}"`)
  expect(html).toContain('"parent_origins":["https://shop.example"]')
})

test.each(['4dd0aa3e-6d9b-4b36-a8b1-0d54a4a6e0ff', '%3Cscript%3Ealert(1)%3C%2Fscript%3E', 'a%00b'])(
  'an unknown session (%s) has a small page that repeats nothing of the address',
  async (id) => {
    const answer = await get(`/frame/${id}`)

    expect(answer.status).toBe(404)
    expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    expect(await answer.text()).not.toMatch(/alert|4dd0aa3e/)
  },
)

test('the OpenAPI document names the public address', async () => {
  const answer = await get('/openapi.json')

  expect(await answer.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://pay.example' }] })
  expect(answer.headers.get('ETag')).not.toBeNull()
})

test('the page of the OpenAPI document has an opaque origin and loads nothing from elsewhere', async () => {
  const answer = await get('/docs')
  const html = await answer.text()

  expect(answer.headers.get('Content-Security-Policy')).toMatch(/^sandbox allow-scripts/)
  expect(html).not.toMatch(/https?:/)
  for (const [, path] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) expect((await get(path!)).status).toBe(200)
})

test('the server is ready until it stops or its database is gone', async () => {
  expect([(await get('/healthz')).status, (await get('/readyz')).status]).toEqual([200, 200])

  health.ping = () => Promise.reject(new Error('gone'))
  expect((await get('/readyz')).status).toBe(503)

  health.ping = () => Promise.resolve()
  health.stopping = true
  expect([(await get('/healthz')).status, (await get('/readyz')).status]).toEqual([200, 503])
  health.stopping = false
})

test('the server is not ready from the first write that its full disk refuses until one works again', async () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  health.troubles.reportError(full)
  health.probeWrite = () => Promise.reject(full)

  const whileFull = await get('/readyz')

  expect([whileFull.status, await whileFull.json()]).toEqual([503, { status: 'database disk full' }])
  health.probeWrite = () => database.probeWrite()
  expect((await get('/readyz')).status).toBe(200)
  health.probeWrite = () => Promise.reject(new Error('nobody asks any more'))
  expect((await get('/readyz')).status).toBe(200)
})

test('the page at the root links to the other pages', async () => {
  const html = await (await get('/')).text()

  expect(html).toContain('href="/docs"')
  expect(html).toContain('href="/inventory.json"')
  expect(html).toContain('href="/sandbox/emails"')
  expect(html).toContain('https://pay.example/billing-checkout-1a2b.js')
  expect(html).toContain('https://pay.example/presets/placeholder.css')
  expect(html).toContain('style-src   https://pay.example')
  expect(html).toContain('frame-src   https://pay.example https://cards.pay.example')
  expect(html).toContain('frame-origin=&#34;https://cards.pay.example&#34;')
  expect(html).toContain(
    '&#60;iframe hidden title=&#34;Card details&#34; src=&#34;https://cards.pay.example/frame/…&#34;&#62;',
  )
})
