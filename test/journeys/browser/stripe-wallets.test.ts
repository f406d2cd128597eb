import type { FrameLocator } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { provideAxe, violationsIn } from '../../support/pages/axe.ts'
import { cardFrameOf, typeIntoStripe } from '../../support/stripe/stripe-stage.ts'
import { useStripeShopper } from '../../support/stripe/use-stripe-shopper.ts'

const shopper = useStripeShopper(['APPLE_PAY', 'GOOGLE_PAY'])
const { checkout, pay, isPaid, openCheckout } = shopper

beforeEach(() => shopper.stage.fields.offerWallets('apple_pay', 'google_pay'))

const dialog = () => checkout().locator('dialog')
/** Our frame in the sheet, and Stripe's frame inside it. */
const ours = (): FrameLocator => shopper.page.frameLocator('billing-checkout dialog iframe')
const stripes = (): FrameLocator => ours().frameLocator('iframe')
const press = (name: string) => stripes().getByRole('button', { name, exact: true }).click()
/**
 * Presses a button in the wallet's sheet without using its position: the sheet grows while it opens, so a click might meet another button.
 */
const answer = (name: string) =>
  stripes()
    .getByRole('button', { name, exact: true })
    .evaluate((button) => (button as HTMLElement).click())
const charges = () => [...shopper.stage.fake.books.charges.values()]
const paidFor = () => charges().filter(({ paid }) => paid).length
const payments = async () => ((await shopper.stage.send('/payments')) as unknown as { data: object[] }).data

/** Chooses a wallet, presses our button that orders with an obligation to pay, and then the wallet's own. */
const openSheet = async (wallet = 'Apple Pay') => {
  await checkout().getByText(wallet, { exact: true }).click()
  await pay()
  await press(wallet)
}

test.each([
  [
    'Apple Pay',
    'apple_pay',
    /^Lamp: 19\.00 EUR\nEvery 1 month: 19\.00 EUR\nManage at http:\/\/[\w.:]+\/o\/org_[\w-]+\/cancel$/,
  ],
  ['Google Pay', 'google_pay', /^Lamp: 19\.00 EUR$/],
])('the sheet of %s shows the amount that is charged, and pays it', async (name, wallet, lines) => {
  const seen: string[] = []
  shopper.page.on(
    'request',
    (request) => request.url().startsWith(shopper.stage.server.url) && seen.push(request.postData() ?? ''),
  )
  await openCheckout()
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
  // The page's policy blocks everything from Stripe. If the page had tried to load anything from there, the violation would be logged.
  expect(shopper.consoleMessages).toEqual([])
})

test('the sheet of a free trial shows 0 as due, its end, and the later price; the wallet is verified', async () => {
  const before = charges().length
  await openCheckout({ trialDays: 7 })
  await openSheet()
  const title = await stripes().locator('#title').textContent()
  const told = await stripes().locator('#lines').textContent()
  await answer('Confirm')
  await isPaid('Your trial has started')

  const end = new Date(Date.now() + 7 * 24 * 3600 * 1000).toISOString().slice(0, 10)
  expect(title).toBe('Lantern Books: nothing is due now')
  expect(told).toContain(`Trial: 0.00 EUR until ${end}\nEvery 1 month: 19.00 EUR`)
  expect(charges()).toHaveLength(before)
  expect([...shopper.stage.fake.books.setupIntents.values()].at(-1)).toMatchObject({ status: 'succeeded' })
})

test('a declined card in the wallet can be followed by a good one, which alone is charged', async () => {
  await openCheckout()
  await openSheet()
  await answer('Confirm with a card that is declined')
  await checkout().locator('#notice').waitFor()
  const before = paidFor()
  await openSheet()
  await answer('Confirm')
  await isPaid()

  expect(paidFor() - before).toBe(1)
})

test('a shopper who cancels in the wallet can continue or close the sheet, and the server gets no request', async () => {
  await openCheckout()
  const before = shopper.stage.fake.books.paymentIntents.size
  await openSheet()
  await answer('Cancel')
  await press('Apple Pay')
  await answer('Cancel')
  await dialog().getByRole('button', { name: 'Close' }).click()
  const isOpen = await dialog().isVisible()
  await openSheet()
  await shopper.page.keyboard.press('Escape')
  await checkout().locator('form .button[aria-disabled=false]').waitFor()

  expect([isOpen, await dialog().count()]).toEqual([false, 0])
  expect(shopper.stage.fake.books.paymentIntents.size).toBe(before)
})

test('if a confirmed payment fails, the page reports it, and the button can be pressed again', async () => {
  const before = paidFor()
  await openCheckout()
  await openSheet()
  await answer('Fail')
  await dialog().getByRole('alert').getByText('You have not been charged').waitFor()
  const meanwhile = paidFor()
  await press('Apple Pay')
  await answer('Confirm')
  await isPaid()

  expect([meanwhile, paidFor()]).toEqual([before, before + 1])
})

test('in a browser without the wallet, the page reports that, and another method pays', async () => {
  const before = paidFor()
  shopper.stage.fields.offerWallets('google_pay')
  await openCheckout()
  await checkout().getByText('Apple Pay', { exact: true }).click()
  await pay()
  await dialog().getByText('Not available in this browser. Please use another payment method.').waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await checkout().locator('label', { hasText: 'Card' }).first().click()
  await typeIntoStripe(await cardFrameOf(shopper.page))
  await pay()
  await isPaid()

  expect(paidFor() - before).toBe(1)
})

test('without Stripe’s script, the sheet shows an error and a way to try again', async () => {
  const before = paidFor()
  await openCheckout()
  await cardFrameOf(shopper.page)
  const script = `${shopper.stage.fields.url}/**/stripe.js`
  await shopper.page.route(script, (route) => route.abort())
  await checkout().getByText('Google Pay', { exact: true }).click()
  await pay()
  await dialog().getByText('Please check your connection').waitFor()
  await shopper.page.unroute(script)
  await dialog().getByRole('button', { name: 'Try again' }).click()
  await press('Google Pay')
  await answer('Confirm')
  await isPaid()

  expect(paidFor() - before).toBe(1)
})

test('the wallet gets the price on the page: a changed price is first shown and agreed to', async () => {
  const url = await shopper.stage.openCheckout()
  await shopper.page.goto(url)
  await cardFrameOf(shopper.page)
  const price = { default: { amount: 2500, currency: 'EUR' }, countries: [] }
  const dearer = await shopper.stage.send('/plans', {
    name: 'Lamp',
    type: 'recurring',
    interval: 'months',
    interval_count: 1,
    price,
  })
  const session = new URL(url).searchParams.get('session')!
  await shopper.stage.send(`/client-session/${session}`, { plan: { id: dearer['id'] } }, 'PATCH')
  await checkout().getByText('Apple Pay', { exact: true }).click()
  await pay()
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
] as const)('the sheet is accessible (%s, %s), and its button fits the page’s scheme', async (locale, scheme) => {
  await provideAxe(shopper.context)
  await shopper.page.emulateMedia({ colorScheme: scheme })
  await shopper.page.setViewportSize({ width: 390, height: 844 })
  await openCheckout({ locale })
  await checkout().getByText('Apple Pay', { exact: true }).click()
  await pay()
  const button = stripes().getByRole('button', { name: 'Apple Pay' })
  await button.waitFor()
  const element = await shopper.page.locator('billing-checkout dialog iframe').elementHandle()
  const frame = (await element!.contentFrame())!

  expect(await violationsIn(shopper.page.mainFrame())).toEqual([])
  expect(await violationsIn(frame)).toEqual([])
  expect(await frame.locator('html').evaluate(() => `${document.documentElement.lang},${document.dir}`)).toBe(
    locale === 'ar' ? 'ar,rtl' : 'en,ltr',
  )
  expect(await button.evaluate((shown) => getComputedStyle(shown).backgroundColor)).toBe(
    scheme === 'dark' ? 'rgb(255, 255, 255)' : 'rgb(0, 0, 0)',
  )
})
