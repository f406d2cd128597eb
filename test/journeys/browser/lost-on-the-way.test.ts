import type { Browser, Frame, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../../support/pages/browser.ts'
import { type RunningPlayground, startPlayground } from '../../support/pages/shops/playground.ts'
import { languageAfterChange } from '../../support/pages/language-after-change.ts'

// The script that seals a card loads after the form. By then the network may be gone, or so slow that it seems gone.
let playground: RunningPlayground
let browser: Browser

beforeAll(async () => {
  ;[playground, browser] = await Promise.all([startPlayground(), launchBrowser()])
})

afterAll(async () => {
  await browser.close()
  playground.close()
})

const openCheckout = async (onPart: (route: Route) => unknown, part = 'seal-card') => {
  const page = await browser.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', ({ message }) => said.push(`not caught: ${message}`))
  await page.route('**/', (route) =>
    route.fulfill({
      body: `<!doctype html><html lang="en"><billing-checkout session-id="subscribe.live" server="/"></billing-checkout>
        <script type="module" src="/dist/billing-checkout.js"></script></html>`,
      contentType: 'text/html',
    }),
  )
  await page.addInitScript(noteOutcomes)
  await page.route(`**/${part}-*`, onPart)
  await page.goto(`${playground.url}/`)
  return { page, said, frame: await cardFrameIn(page) }
}

/** Records in the page what the element reports about a payment. */
const noteOutcomes = (): void => {
  const heard: string[] = []
  Object.assign(globalThis, { heard })
  for (const type of ['billing-paid', 'billing-error', 'billing-refused'])
    addEventListener(type, (event) => heard.push(`${type} ${(event as { code?: string }).code ?? ''}`.trim()))
}

const cardFrameIn = async (page: Page): Promise<Frame> => {
  const found = await page.waitForSelector('billing-checkout iframe:not(.waiting)')
  return (await found.contentFrame())!
}

const typeCard = async (frame: Frame): Promise<void> => {
  for (const [id, text] of Object.entries({ number: '4242424242424242', expiry: '1230', cvc: '123', name: 'Mina' }))
    await frame.locator(`#${id}`).fill(text)
}

const pay = (page: Page) => page.locator('billing-checkout [part=button]').click()
const notice = (page: Page) => page.locator('billing-checkout [part~=notice]')
const receipt = (page: Page) => page.locator('billing-checkout [part=receipt]')
const sentence = 'Something went wrong. You have not been charged. Please try again.'

test('if the code that seals cards does not load, the shopper sees an error and the console its cause; the next press pays', async () => {
  let isLost = true
  const { page, said, frame } = await openCheckout((route) => (isLost ? route.abort() : route.continue()))
  await typeCard(frame)

  await pay(page)
  await expect.poll(() => notice(page).textContent()).toContain(sentence)
  isLost = false
  await pay(page)
  await receipt(page).waitFor()

  expect(said.filter((line) => line.includes('not caught'))).toEqual([])
  expect(said.filter((line) => /^TypeError: .*seal-card/.test(line))).toHaveLength(1)
  expect(said.join('\n')).not.toContain('4242')
  await page.close()
})

test('if the code fails to load twice, the form is loaded again, because some browsers only then request it again', async () => {
  let isLost = true
  const { page, frame } = await openCheckout((route) => (isLost ? route.abort() : route.continue()))
  await typeCard(frame)

  await pay(page)
  await expect.poll(() => notice(page).textContent()).toContain(sentence)
  await pay(page)
  await expect.poll(async () => (await cardFrameIn(page)).locator('#number').inputValue(), { timeout: 10_000 }).toBe('')
  isLost = false
  await typeCard(await cardFrameIn(page))
  await pay(page)

  await receipt(page).waitFor()
  await page.close()
})

test('if the code takes too long, the shopper sees an error instead of waiting for ever', async () => {
  const held: Route[] = []
  const { page, frame } = await openCheckout((route) => held.push(route))
  await typeCard(frame)

  await pay(page)
  await expect.poll(() => notice(page).textContent({ timeout: 20_000 }), { timeout: 20_000 }).toContain(sentence)
  for (const route of held) await route.continue()
  await pay(page)

  await receipt(page).waitFor()
  await page.close()
})

test('a card form shows the language that was set last, even if the texts of another language arrive later', async () => {
  const { page } = await openCheckout((route) => route.continue())
  const url = await page.locator('billing-checkout iframe').getAttribute('src')

  expect(await languageAfterChange(page, new URL(url!, page.url()).href)).toBe('fr')
  await page.close()
})

test.each(['later', 'methods', 'outcomes', 'page', 'payment'])(
  'if the part “%s” never arrives, a card can be typed and a press gets an answer',
  { timeout: 90_000 },
  async (part) => {
    const { page, said, frame } = await openCheckout((route) => route.abort(), part)
    await typeCard(frame)
    await pay(page)

    const heard = () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
    await expect.poll(heard, { timeout: 60_000 }).not.toEqual([])
    // If the part that sends a payment or the part that shows its outcome is missing, nothing is sent. No other part is needed.
    const isNeeded = part === 'outcomes' || part === 'payment'
    expect(await heard()).toEqual([isNeeded ? 'billing-error network' : 'billing-paid'])
    expect(await page.locator('billing-checkout .bone').count()).toBe(0)
    if (isNeeded) {
      await page.locator('billing-checkout').getByText('You have not been charged.').first().waitFor()
      // The messages for developers are a separate part, which loads after the shopper's texts.
      const told = () =>
        said.filter((line) => line.startsWith('<billing-checkout>: A part of the checkout did not load')).length
      await expect.poll(told, { timeout: 30_000 }).toBe(1)
    }
    await page.close()
  },
)
