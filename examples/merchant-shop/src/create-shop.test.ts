import { createBillingClient, type Plan } from '@billing-checkout/client'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Catalogue, slugs } from './catalogue.ts'
import { createShop } from './create-shop.ts'
import type { Order, OrderBook } from './order-book.ts'
import { findPricesWith } from './prices.ts'
import { createTimeMachine } from './time-machine.ts'

const billingUrl = 'http://127.0.0.1:9'
const order: Order = {
  id: 'NK-1',
  shopperId: 'shopper-of-somebody-else',
  slug: 'daily-cup',
  country: 'DE',
  sessionId: 'session-1',
  openedAt: '2026-11-21T12:00:00.000Z',
  payment: null,
  subscription: null,
  packedAt: null,
}
const book: OrderBook = {
  lastEvent: undefined,
  find: (id) => (id === order.id ? order : undefined),
  keep: () => {},
  hear: () => {},
  take: () => {},
}

let server: Server
let url: string

/** A shop whose billing service does not answer. */
beforeEach(async () => {
  const client = createBillingClient({ apiKey: 'sk_sandbox_none', baseUrl: billingUrl, retriesMax: 0 })
  const catalogue = Object.fromEntries(slugs.map((slug) => [slug, { id: slug, name: slug } as Plan])) as Catalogue
  server = createServer(
    createShop({
      client,
      billingUrl,
      frameOrigin: billingUrl,
      catalogue,
      book,
      findPrices: findPricesWith(client, catalogue),
      time: createTimeMachine(client),
      inboxUrl: `${billingUrl}/sandbox/emails`,
      webhookSecret: () => 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwJnpTPQH2Pxs=',
    }),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.close()
  server.closeAllConnections()
})

const visit = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(url + path, { redirect: 'manual', ...init })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test.each(['/', '/checkout/daily-cup', '/orders'])('while the billing service is away, %s says so', async (path) => {
  const page = await visit(path)

  expect(page.status).toBe(503)
  expect(page.text).toContain('The water is not boiling yet.')
})

test.each([
  '/nothing',
  '/checkout/gold-tea',
  '/order/NK-2',
  '/order/__proto__/thanks',
  '/%E0%A4%A',
  '/account/sub_1/delete',
])('there is no %s', async (path) => {
  expect((await visit(path)).status).toBe(404)
})

test('an order of another shopper does not exist', async () => {
  const cookie = { Cookie: 'nine-kettles-shopper=mina%40example.com' }

  expect((await visit('/order/NK-1', { headers: cookie })).status).toBe(404)
  expect((await visit('/order/NK-1/thanks', { headers: cookie })).status).toBe(404)
  expect((await visit('/order/NK-1/state', { headers: cookie })).status).toBe(404)
})

test.each([
  ['en', 'Inbox'],
  ['de', 'Posteingang'],
  ['ja', '受信トレイ'],
  ['ar', 'البريد الوارد'],
])(
  'a shopper finds their inbox beside the shop in %s, and a visitor without an address has none',
  async (language, name) => {
    const cookie = { Cookie: 'nine-kettles-shopper=mina%2Btea%40example.com' }
    const link = `href="${billingUrl}/sandbox/emails?to=mina%2Btea%40example.com" target="_blank" rel="noopener">${name}</a>`

    expect((await visit(`/nothing?lang=${language}`, { headers: cookie })).text).toContain(link)
    expect((await visit(`/nothing?lang=${language}`)).text).not.toContain('/sandbox/emails')
  },
)

test.each([
  ['de', 'ltr', 'Diese Dose ist leer.'],
  ['ja', 'ltr', 'この缶は空です。'],
  ['ar', 'rtl', 'هذه العلبة فارغة.'],
])('the shop speaks %s', async (language, direction, title) => {
  const { text } = await visit(`/nothing?lang=${language}`)

  expect(text).toContain(`<html lang="${language}" dir="${direction}">`)
  expect(text).toContain(title)
})

test('a page runs only what carries its own nonce', async () => {
  const { text, headers } = await visit('/nothing')
  const policy = headers.get('Content-Security-Policy') ?? ''
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]

  expect(policy).not.toMatch(/unsafe-/)
  expect(policy).toContain(`require-trusted-types-for 'script'`)
  expect(text.match(/<(script|link rel="stylesheet")[^>]*>/g)).toSatisfy((tags: string[]) =>
    tags.every((tag) => tag.includes(`nonce="${nonce}"`)),
  )
  expect(text).not.toMatch(/ style=/)
})

test.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example'])(
  'signing out never leads to %s',
  async (back) => {
    const { status, headers } = await visit('/sign-out', { method: 'POST', body: new URLSearchParams({ back }) })

    expect([status, headers.get('Location')]).toEqual([303, '/'])
  },
)

test('a webhook without the billing service’s signature is refused', async () => {
  const answer = await visit('/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })

  expect(answer.status).toBe(400)
  expect(answer.text).toBe('The request has no header webhook-id.')
})
