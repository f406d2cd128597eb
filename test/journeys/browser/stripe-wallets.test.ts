import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { provideAxe, violationsIn } from '../../support/axe.ts'
import { launchBrowser } from '../../support/browser.ts'
import { cardFrameOf, openStripeStage, type StripeStage, typeIntoStripe } from '../../support/stripe-stage.ts'

let stage: StripeStage
let browser: Browser
let context: BrowserContext
let page: Page
let said: string[]

beforeAll(async () => {
  ;[stage, browser] = await Promise.all([openStripeStage(['APPLE_PAY', 'GOOGLE_PAY']), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await stage.close()
})
beforeEach(async () => {
  stage.fields.offerWallets('apple_pay', 'google_pay')
  context = await browser.newContext({ viewport: { width: 1040, height: 1300 }, locale: 'en-GB' })
  page = await context.newPage()
  said = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
})
afterEach(async () => {
  await context.close()
})

const checkout = () => page.locator('billing-checkout')
const dialog = () => checkout().locator('dialog')
/** The frame of ours in the sheet, and Stripe's in it. */
const ours = (): FrameLocator => page.frameLocator('billing-checkout dialog iframe')
const stripes = (): FrameLocator => ours().frameLocator('iframe')
const press = (name: string) => stripes().getByRole('button', { name, exact: true }).click()
/** Answers in the sheet of the wallet, which grows while it opens: a click by its place could meet another button. */
const answer = (name: string) =>
  stripes()
    .getByRole('button', { name, exact: true })
    .evaluate((button) => (button as HTMLElement).click())
const isPaid = (words = 'Your subscription is active') => checkout().getByText(words).first().waitFor()
const charges = () => [...stage.fake.books.charges.values()]
const paidFor = () => charges().filter(({ paid }) => paid).length
const payments = async () => ((await stage.send('/payments')) as unknown as { data: object[] }).data

/** Chooses a wallet, presses the button that obliges to pay, and then the wallet's own. */
const openSheet = async (wallet = 'Apple Pay') => {
  await checkout().getByText(wallet, { exact: true }).click()
  await checkout().locator('form .button').last().click()
  await press(wallet)
}

test.each([
  ['Apple Pay', 'apple_pay', /^Lamp: 19\.00 EUR\nEvery 1 month: 19\.00 EUR\nManage at http:\/\/localhost:\d+$/],
  ['Google Pay', 'google_pay', /^Lamp: 19\.00 EUR$/],
])('%s says in its sheet what is charged, and pays it', async (name, wallet, lines) => {
  const seen: string[] = []
  page.on('request', (request) => request.url().startsWith(stage.server.url) && seen.push(request.postData() ?? ''))
  await page.goto(await stage.openCheckout())
  await openSheet(name)
  const title = await stripes().locator('#title').textContent()
  const told = await stripes().locator('#lines').textContent()
  await answer('Confirm')
  await isPaid()

  expect(title).toBe('Lantern Books: 19.00 EUR')
  expect(told).toMatch(lines)
  expect(charges().at(-1)).toMatchObject({
    amount: 1900,
    paid: true,
    payment_method_details: { card: { wallet: { type: wallet } } },
  })
  expect((await payments())[0]).toMatchObject({ payment_method: { type: wallet.toUpperCase() } })
  expect(seen.join('\n')).toMatch(/"details":\{"processor_token":"pm_\w+","connection":"con_stripe"\}/)
  // The page's policy allows nothing of Stripe's.
  expect(said).toEqual([])
})

test('a free trial says that nothing is due now, until when, and what comes then; the wallet is verified', async () => {
  const before = charges().length
  await page.goto(await stage.openCheckout({ trialDays: 7 }))
  await openSheet()
  const title = await stripes().locator('#title').textContent()
  const told = await stripes().locator('#lines').textContent()
  await answer('Confirm')
  await isPaid('Your trial has started')

  const end = new Date(Date.now() + 7 * 24 * 3600 * 1000).toISOString().slice(0, 10)
  expect(title).toBe('Lantern Books: nothing is due now')
  expect(told).toContain(`Trial: 0.00 EUR until ${end}\nEvery 1 month: 19.00 EUR`)
  expect(charges()).toHaveLength(before)
  expect([...stage.fake.books.setupIntents.values()].at(-1)).toMatchObject({ status: 'succeeded' })
})

test('a declined card in the wallet is followed by a good one, which alone is charged', async () => {
  await page.goto(await stage.openCheckout())
  await openSheet()
  await answer('Confirm with a card that is declined')
  await checkout().locator('#notice').waitFor()
  const before = paidFor()
  await openSheet()
  await answer('Confirm')
  await isPaid()

  expect(paidFor() - before).toBe(1)
})

test('who cancels in the wallet may go on or close the sheet, and nothing is asked of the server', async () => {
  await page.goto(await stage.openCheckout())
  const before = stage.fake.books.paymentIntents.size
  await openSheet()
  await answer('Cancel')
  await press('Apple Pay')
  await answer('Cancel')
  await dialog().getByRole('button', { name: 'Close' }).click()
  const isOpen = await dialog().isVisible()
  await openSheet()
  await page.keyboard.press('Escape')
  await checkout().locator('form .button[aria-disabled=false]').waitFor()

  expect([isOpen, await dialog().count()]).toEqual([false, 0])
  expect(stage.fake.books.paymentIntents.size).toBe(before)
})

test('where nothing came of what was confirmed that is said, and the button can be pressed again', async () => {
  const before = paidFor()
  await page.goto(await stage.openCheckout())
  await openSheet()
  await answer('Fail')
  await dialog().getByRole('alert').getByText('You have not been charged').waitFor()
  const meanwhile = paidFor()
  await press('Apple Pay')
  await answer('Confirm')
  await isPaid()

  expect([meanwhile, paidFor()]).toEqual([before, before + 1])
})

test('a browser without the wallet is told so, and another method pays', async () => {
  const before = paidFor()
  stage.fields.offerWallets('google_pay')
  await page.goto(await stage.openCheckout())
  await checkout().getByText('Apple Pay', { exact: true }).click()
  await checkout().locator('form .button').last().click()
  await dialog().getByText('Not available in this browser. Please use another payment method.').waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await checkout().locator('label', { hasText: 'Card' }).first().click()
  await typeIntoStripe(await cardFrameOf(page))
  await checkout().locator('form .button').last().click()
  await isPaid()

  expect(paidFor() - before).toBe(1)
})

test('without Stripe’s script the sheet says so and asks again', async () => {
  const before = paidFor()
  await page.goto(await stage.openCheckout())
  await cardFrameOf(page)
  const script = `${stage.fields.url}/**/stripe.js`
  await page.route(script, (route) => route.abort())
  await checkout().getByText('Google Pay', { exact: true }).click()
  await checkout().locator('form .button').last().click()
  await dialog().getByText('Please check your connection').waitFor()
  await page.unroute(script)
  await dialog().getByRole('button', { name: 'Try again' }).click()
  await press('Google Pay')
  await answer('Confirm')
  await isPaid()

  expect(paidFor() - before).toBe(1)
})

test('what is shown in the page is what the wallet is asked for: another price is shown and agreed to first', async () => {
  const url = await stage.openCheckout()
  await page.goto(url)
  await cardFrameOf(page)
  const price = { default: { amount: 2500, currency: 'EUR' }, countries: [] }
  const dearer = await stage.send('/plans', {
    name: 'Lamp',
    type: 'recurring',
    interval: 'months',
    interval_count: 1,
    price,
  })
  const session = new URL(url).searchParams.get('session')!
  await stage.send(`/client-session/${session}`, { plan: { id: dearer['id'] } }, 'PATCH')
  await checkout().getByText('Apple Pay', { exact: true }).click()
  await checkout().locator('form .button').last().click()
  await checkout().getByText('The price has changed').waitFor()
  const isOpen = await dialog().isVisible()
  await openSheet()
  const title = await stripes().locator('#title').textContent()
  await answer('Confirm')
  await isPaid()

  expect([isOpen, title]).toEqual([false, 'Lantern Books: 25.00 EUR'])
  expect(charges().at(-1)).toMatchObject({ amount: 2500, paid: true })
})

test.each([
  ['en', 'light'],
  ['ar', 'dark'],
] as const)('the sheet shuts nobody out (%s, %s), and the button suits what is around it', async (locale, scheme) => {
  await provideAxe(context)
  await page.emulateMedia({ colorScheme: scheme })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(await stage.openCheckout({ locale }))
  await checkout().getByText('Apple Pay', { exact: true }).click()
  await checkout().locator('form .button').last().click()
  const button = stripes().getByRole('button', { name: 'Apple Pay' })
  await button.waitFor()
  const element = await page.locator('billing-checkout dialog iframe').elementHandle()
  const frame = (await element!.contentFrame())!

  expect(await violationsIn(page.mainFrame())).toEqual([])
  expect(await violationsIn(frame)).toEqual([])
  expect(await frame.locator('html').evaluate(() => `${document.documentElement.lang},${document.dir}`)).toBe(
    locale === 'ar' ? 'ar,rtl' : 'en,ltr',
  )
  expect(await button.evaluate((shown) => getComputedStyle(shown).backgroundColor)).toBe(
    scheme === 'dark' ? 'rgb(255, 255, 255)' : 'rgb(0, 0, 0)',
  )
})
