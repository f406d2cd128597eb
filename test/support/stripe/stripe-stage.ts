import type { DeviceWalletType } from '@billing-checkout/contract'
import { stripeProcessor } from '@billing-checkout/stripe'
import {
  accountOptionsOf,
  type FakeStripe,
  startFakeStripe,
  startStripeFields,
  type StripeFields,
} from '@billing-checkout/stripe/testing'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Frame, Page } from 'playwright-core'
import { readConfig } from '#server/config/read-config.ts'
import { type RunningServer, startServer } from '#server/wiring/start-server.ts'
import { copyDatabaseTo } from '../databases/databases.ts'

/**
 * A billing server that charges through the fake of Stripe, a stand-in for Stripe's fields, and a shop whose pages have the strictest
 * possible policy.
 */
export interface StripeStage {
  readonly server: RunningServer
  readonly fake: FakeStripe
  readonly fields: StripeFields
  /** The URL of the stand-in for Stripe's script. */
  readonly scriptUrl: string
  /** Sets whether new cards are entered in Stripe's fields or in ours from now on. */
  enterCardsIn(fields: 'stripe' | 'ours'): void
  /** Every line of the server's log. */
  readonly logged: readonly string[]
  /** Sends a request with the organization's key. By default it is a POST if there is a body, else a GET. */
  send(path: string, body?: object, method?: 'POST' | 'PATCH'): Promise<Readonly<Record<string, never>>>
  /** Opens a session to buy a lamp, once or monthly. Returns the address of its page. */
  openCheckout(options?: CheckoutOptions): Promise<string>
  close(): Promise<void>
}

interface CheckoutOptions {
  readonly type?: 'one-off' | 'recurring'
  /** Days of a free trial; none by default. */
  readonly trialDays?: number
  /** The id of an existing customer. */
  readonly customerId?: string
  readonly locale?: string
}

/** Starts a stage on free ports, with `wallets` in addition to cards, PayPal and Cash App. */
export const openStripeStage = async (wallets: readonly DeviceWalletType[] = []): Promise<StripeStage> => {
  const fake = await startFakeStripe({ limits: null })
  const fields = await startStripeFields({ apiUrl: fake.url })
  const dataDir = mkdtempSync(join(tmpdir(), 'stripe-'))
  await copyDatabaseTo(dataDir)
  const logged: string[] = []
  const account = accountOptionsOf(fake, {
    publishableKey: 'pk_test_fake',
    methodKinds: ['CARD', 'PAYPAL', 'CASHAPP', ...wallets],
    stripeJsAt: fields.url,
  })
  const processor = stripeProcessor(account)
  const french = stripeProcessor({ ...account, connection: 'con_french' })
  const settings = { MODE: 'sandbox', PORT: '0', DATA_DIR: dataDir, RATE_LIMIT: 'off' }
  const server = await startServer({
    config: readConfig(settings),
    logger: pino({ base: undefined }, { write: (line) => void logged.push(line) }),
    processor,
    otherProcessors: [french],
  })
  const shop = createServer(({ url = '/' }, response) => {
    const nonce = randomUUID()
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyFor(server, nonce),
    }
    response.writeHead(200, headers).end(shopPage(server.url, nonce, new URL(url, 'http://shop')))
  })
  await once(shop.listen(0, '127.0.0.1'), 'listening')
  const shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}`
  const key = await openOrganization(server)
  const send: StripeStage['send'] = async (path, body, method = 'POST') => {
    const response = await fetch(`${server.url}${path}`, {
      method: body === undefined ? 'GET' : method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${await response.text()}`)
    return (await response.json()) as Readonly<Record<string, never>>
  }
  return {
    server,
    fake,
    fields,
    scriptUrl: processor.cardEntry?.scriptUrl ?? '',
    logged,
    enterCardsIn(where) {
      const { defaultProcessor } = server.billing.processors
      Object.assign(defaultProcessor, { cardEntry: where === 'stripe' ? processor.cardEntry : undefined })
    },
    send,
    async openCheckout({ type = 'recurring', trialDays, customerId, locale = 'en' } = {}) {
      const trial = trialDays === undefined ? {} : { trial_interval: 'days', trial_interval_count: trialDays }
      const rhythm = type === 'recurring' ? { interval: 'months', interval_count: 1, ...trial } : {}
      const price = { default: { amount: 1900, currency: 'EUR' }, countries: [] }
      const plan = await send('/plans', { name: 'Lamp', type, ...rhythm, price })
      const customer = customerId === undefined ? { email: `${randomUUID()}@example.com` } : { id: customerId }
      const session = await send('/client-session', { customer, plan: { id: plan['id'] } })
      return `${shopUrl}/?${new URLSearchParams({ session: String(session['id']), locale }).toString()}`
    },
    async close() {
      shop.close()
      shop.closeAllConnections()
      await server.close()
      await fields.close()
      await fake.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Sales in France use another connection. */
const routing = [{ connection: 'con_french', countries: ['FR'] }, { connection: 'con_stripe' }]

const openOrganization = async (server: RunningServer): Promise<string> => {
  const { database, wallClock } = server.billing
  const [id, wall] = [`org_${randomUUID()}`, wallClock()]
  await database
    .insertInto('organizations')
    .values({ id, name: 'Lantern Books', settings: JSON.stringify({ routing }), createdAt: wall, updatedAt: wall })
    .execute()
  return (await server.apiKeys.create(id, { scopes: null, wall })).key
}

/** The page policy that the element requires, which allows nothing from Stripe. */
const policyFor = ({ url: billing, frameOrigin }: RunningServer, nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${billing}`,
    `connect-src ${billing}`,
    `frame-src ${billing} ${frameOrigin ?? ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    'img-src data:',
    `style-src 'nonce-${nonce}'`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ')

const shopPage = (billing: string, nonce: string, { searchParams }: URL): string => `<!doctype html>
<html lang="${searchParams.get('locale') ?? 'en'}"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${nonce}">html { color-scheme: light dark }</style>
<link rel="icon" href="data:,">
<script type="module" nonce="${nonce}" src="${billing}/billing-checkout.js"></script></head>
<body><main><h1>Checkout</h1><billing-checkout session-id="${searchParams.get('session') ?? ''}" locale="${searchParams.get('locale') ?? 'en'}"></billing-checkout></main></body></html>`

/** The card frame of a page, after its form has loaded. */
export const cardFrameOf = async (page: Page): Promise<Frame> => {
  const element = await page.locator('billing-checkout iframe').elementHandle()
  const frame = (await element!.contentFrame())!
  await frame.locator('#name').waitFor()
  return frame
}

/** Types a card into Stripe's fields and our field for the name. */
export const typeIntoStripe = async (frame: Frame, card: Readonly<Record<string, string>> = {}): Promise<void> => {
  const typed = { number: '4242424242424242', expiry: '12/34', cvc: '123', name: 'Mina Okafor', ...card }
  for (const id of ['number', 'expiry', 'cvc'] as const) {
    const input = frame.frameLocator(`.${id} iframe`).locator('#input')
    await input.waitFor()
    await input.fill('')
    await input.pressSequentially(typed[id])
  }
  await frame.locator('#name').fill(typed.name)
}
