import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ElementPages, serveElementPages } from '../../bench/element/element-page.ts'
import { launchBrowser } from '../../support/pages/browser.ts'

// Counts what the network carries before a shopper can type a card: a shop on one site, the billing server on another, with every wallet.
// Only counts, so that the machine's speed does not matter; `npm run bench:element` measures times.
let pages: ElementPages
let browser: Browser

beforeAll(async () => {
  ;[pages, browser] = await Promise.all([serveElementPages(), launchBrowser()])
})

afterAll(async () => {
  await browser?.close()
  await pages?.close()
})

const typable = 'billing-checkout form:not([hidden]) iframe:not(.waiting)'
const saved = 'billing-checkout [part~=methods] input:checked'

/** Visits a page. Returns the paths of all requests until `sight` was there, and their size in bytes with headers. */
const visit = async (page: Page, url: string, sight: string) => {
  const asked: Request[] = []
  let thereAt: number | null = null
  page.on('request', (request) => request.url().startsWith('data:') || asked.push(request))
  await page.exposeFunction('tellThere', (at: number) => (thereAt = at))
  await page.addInitScript((selector) => {
    const [host = '', inside = ''] = selector.split(/ (.*)/)
    const look = (): void => {
      if (document.querySelector(host)?.shadowRoot?.querySelector(inside))
        (globalThis as unknown as { tellThere(at: number): void }).tellThere(performance.timeOrigin + performance.now())
      else setTimeout(look, 1)
    }
    if (top === self) look()
  }, sight)
  await page.goto(url, { waitUntil: 'commit' })
  await expect.poll(() => thereAt, { timeout: 60_000 }).not.toBe(null)
  const begun: Request[] = []
  for (const request of asked) {
    await (await request.response())?.finished()
    if (request.timing().startTime < (thereAt ?? 0)) begun.push(request)
  }
  const sizes = await Promise.all(
    begun.map(async (request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes()
      return responseBodySize + responseHeadersSize
    }),
  )
  const paths = begun.map((request) => new URL(request.url()).pathname.replace(/-[\w-]{8,10}(?=\.js|\/)/, ''))
  const checkout = begun.find((request) => request.url().includes('/checkout/'))
  const encoding = (await checkout?.response())?.headers()['content-encoding']
  return { paths, encoding, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

test('a card can be typed after at most nine requests and 45 kB, and a stored one used after eleven and 52 kB', async () => {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  const first = await visit(page, await pages.newPage(), typable)
  // The marks of the usual brands load right afterwards. Whether they were requested yet is a matter of milliseconds, so leave them out.
  const named = first.paths.filter((path) => !path.includes('field-marks'))
  expect(named.map((path) => path.replace(/[^/]{36}$/, 'id')).toSorted()).toEqual([
    '/',
    '/assets/card-frame.js',
    '/assets/messages/checkout/en.js',
    '/assets/methods.js',
    '/billing.js',
    '/checkout/id',
    '/frame/id',
  ])
  expect(first.encoding).toBe('gzip')
  expect(first.bytes).toBeLessThanOrEqual(45_000)

  const frame = page.frames().at(-1)!
  for (const [id, text] of Object.entries({ number: '4242424242424242', expiry: '1230', cvc: '123', name: 'Mina' }))
    await frame.locator(`#${id}`).fill(text)
  await page.locator('billing-checkout [part~=button]').click()
  await page.locator('billing-checkout [part~=receipt]').waitFor()
  const again = await (await browser.newContext({ locale: 'en-US' })).newPage()
  const second = await visit(again, await pages.newPage({}, await pages.lastCustomer()), saved)
  expect(second.paths.length).toBeLessThanOrEqual(11)
  await again.locator('billing-checkout [part~=methods]').getByText('4242').first().waitFor({ state: 'attached' })
  expect(second.bytes).toBeLessThanOrEqual(52_000)
})
