import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partsOverBudget } from '../../bench/element/element-sizes.ts'
import { launchBrowser } from '../../support/pages/browser.ts'
import { type RunningPlayground, startPlayground } from '../../support/pages/shops/playground.ts'

// A page with content below the checkout. Every answer is held back until the effect of the previous one is visible.
let playground: RunningPlayground
let browser: Browser

beforeAll(async () => {
  ;[playground, browser] = await Promise.all([startPlayground(), launchBrowser()])
})

afterAll(async () => {
  await browser.close()
  playground.close()
})

const shop = (styles: string): string => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
  <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">${styles}
  <h1>Checkout</h1>
  <billing-checkout session-id="subscribe.live" server="/"></billing-checkout>
  <footer><p>Below the checkout.</p></footer>
  <script type="module" src="/dist/billing-checkout.js"></script></html>`
const placeholder = '<link rel="stylesheet" href="/dist/presets/placeholder.css">'

/** Records the layout shifts that browsers count, with their scores: those that do not follow soon after an input. */
const watchShifts = (): void => {
  const seen: string[] = []
  Object.assign(globalThis, { shifts: seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as unknown as Shift
      const nodes = sources.map(({ node }) => node?.textContent?.trim().slice(0, 20))
      if (!hadRecentInput) seen.push(`${value.toFixed(4)} ${nodes.join(', ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

interface Shift {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null }[]
}

const shiftsIn = async (page: Page): Promise<readonly string[]> => {
  await drawn(page)
  return page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts.splice(0))
}

/** Waits until the page is drawn and its observers have run. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve, 50))
  })

/**
 * Opens a shop whose requests wait, except for the page and the placeholder. `arrive` lets requests for a path continue, and waits until
 * `sight` is visible.
 */
const openHeldBack = async (context: BrowserContext, styles: string) => {
  const page = await context.newPage()
  const held = new Map<string, (() => void)[]>()
  const free: RegExp[] = [/^\/$/, /placeholder/]
  const answered: string[] = []
  await page.addInitScript(watchShifts)
  await page.route('**/*', async (route: Route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return route.fulfill({ body: shop(styles), contentType: 'text/html' })
    if (!free.some((path) => path.test(pathname)))
      await new Promise<void>((resolve) => held.set(pathname, [...(held.get(pathname) ?? []), resolve]))
    answered.push(pathname)
    await route.continue()
  })
  await page.goto(`${playground.url}/`, { waitUntil: 'commit' })
  await page.getByText('Below the checkout.').waitFor()
  const arrive = async (path: RegExp, sight: string): Promise<void> => {
    await drawn(page)
    free.push(path)
    for (const [pathname, waiting] of held) if (path.test(pathname)) waiting.splice(0).forEach((go) => go())
    await page.locator(sight).first().waitFor()
  }
  const waiting = (): readonly string[] => [...held].filter(([, all]) => all.length > 0).map(([path]) => path)
  return { page, answered, waiting, arrive }
}

/** In the order of a slow network: what arrives, and what is then visible. */
const arrivals: readonly (readonly [path: RegExp, sight: string])[] = [
  [/billing-checkout\.js$/, 'billing-checkout [part=summary]'],
  [/messages\/checkout/, 'billing-checkout [part=summary]'],
  [/^\/checkout\//, 'billing-checkout [part=amount]'],
  [/^\/frame\/|card-frame/, 'billing-checkout iframe:not(.waiting)'],
]
const usable = 'billing-checkout iframe:not(.waiting)'

describe.each([
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 900 }],
])('on %s', (_, viewport) => {
  test('nothing moves from the first paint to the receipt, and a card can be typed after five requests', async () => {
    const context = await browser.newContext({ viewport, locale: 'en-US' })
    const { page, answered, arrive } = await openHeldBack(context, placeholder)

    for (const [path, sight] of arrivals) await arrive(path, sight)
    const first = answered.filter((path) => !path.includes('placeholder'))
    await arrive(/./, usable)
    const frame = page.frames().at(-1)!
    for (const [id, text] of Object.entries({ number: '4242424242424242', expiry: '1230', cvc: '123', name: 'Mina' }))
      await frame.locator(`#${id}`).fill(text)
    const ofLoad = await shiftsIn(page)
    // Delay the answer by more than half a second after the press, because browsers attribute earlier movement to the press.
    await page.route('**/payments', async (route) => {
      await page.waitForTimeout(700)
      await route.fallback()
    })
    await page.locator('billing-checkout [part=button]').click()
    await page.locator('billing-checkout [part=receipt]').waitFor()

    expect(first).toHaveLength(5)
    expect({ ofLoad, ofPayment: await shiftsIn(page) }).toEqual({ ofLoad: [], ofPayment: [] })
    await context.close()
  })
})

test('what a shopper downloads stays within the budgets of the design', () => {
  expect(partsOverBudget()).toEqual([])
})

test('the element requests the card frame and the methods without waiting for the checkout', async () => {
  const context = await browser.newContext({ locale: 'en-US' })
  const { waiting, arrive } = await openHeldBack(context, '')

  for (const [path, sight] of arrivals.slice(0, 2)) await arrive(path, sight)

  await expect
    .poll(() => waiting().toSorted(), { timeout: 20_000 })
    .toEqual([/^\/checkout\//, /\/methods-/, /^\/frame\//].map((path) => expect.stringMatching(path)))
  await context.close()
})

test('a tag without type="module" also shows the checkout, by a script for such tags', async () => {
  const page = await browser.newPage()
  await page.route('**/', (route) =>
    route.fulfill({
      body: `<!doctype html><script src="/dist/billing-checkout.classic.js"></script>
        <billing-checkout session-id="subscribe.live" server="/"></billing-checkout>`,
      contentType: 'text/html',
    }),
  )
  await page.goto(`${playground.url}/`)

  await page.locator(usable).waitFor()
  expect(await page.locator('billing-checkout [part=amount]').textContent()).not.toBe('')
  await page.close()
})

test('without the placeholder, only the page’s own text below the element moves, once, when the script arrives', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
  const { page, arrive } = await openHeldBack(context, '')

  for (const [path, sight] of arrivals.slice(0, 1)) await arrive(path, sight)
  expect(await shiftsIn(page)).toEqual([expect.stringMatching(/ Below the checkout\.$/)])

  for (const [path, sight] of [...arrivals.slice(1), [/./, usable] as const]) await arrive(path, sight)
  expect(await shiftsIn(page)).toEqual([])
  await context.close()
})
