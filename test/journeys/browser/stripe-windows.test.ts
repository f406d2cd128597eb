import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser } from '../../support/browser.ts'
import { openStripeStage, type StripeStage } from '../../support/stripe-stage.ts'

let stage: StripeStage
let browser: Browser
let context: BrowserContext
let page: Page
let said: string[]

beforeAll(async () => {
  ;[stage, browser] = await Promise.all([openStripeStage(), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await stage.close()
})
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1040, height: 1100 }, locale: 'en-GB' })
  page = await context.newPage()
  said = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
})
afterEach(async () => {
  await context.close()
})

const checkout = () => page.locator('billing-checkout')
const pay = () => checkout().locator('.button').last().click()
const isPaid = () => checkout().getByText('Your subscription is active').first().waitFor()
const choosePayPal = async () => {
  await page.goto(await stage.openCheckout())
  await checkout().locator('[part~=method]').filter({ hasText: 'PayPal' }).click()
}
const charges = () => [...stage.fake.books.charges.values()].filter(({ paid }) => paid)

/** Everything that was shown, asked for or said with a secret of the payment in it, and how many requests brought one. */
const watchForSecrets = () => {
  const secret = /client_secret|_secret_/
  const came: string[] = []
  const leaked: string[] = []
  context.on('request', (request) => {
    if (secret.test(request.url())) came.push(request.url())
    if (secret.test(request.headers()['referer'] ?? '')) leaked.push(`referrer of ${request.url()}`)
  })
  const watch = (opened: Page) =>
    opened.on('framenavigated', (frame) => secret.test(frame.url()) && leaked.push(frame.url()))
  watch(page)
  context.on('page', watch)
  return { came, leaked: () => [...leaked, ...stage.logged.filter((line) => secret.test(line))] }
}

test('PayPal pays in a window that the click has opened, which goes when it is done, and its secret is seen by nobody', async () => {
  const secrets = watchForSecrets()
  const before = charges().length
  await choosePayPal()
  const opened = page.waitForEvent('popup')
  await pay()
  const popup = await opened
  await popup.getByRole('heading', { name: 'PayPal' }).waitFor()
  await checkout().getByText('Finish the payment in the other window').first().waitFor()
  await popup.getByRole('button', { name: 'Authorize' }).click()
  await isPaid()

  await expect.poll(() => popup.isClosed()).toBe(true)
  expect(charges().slice(before)).toMatchObject([{ amount: 1900, payment_method_details: { type: 'paypal' } }])
  expect(secrets.came).toHaveLength(1)
  expect(secrets.leaked()).toEqual([])
  expect(said).toEqual([])
})

test('where pop-ups are blocked, the shopper goes to PayPal with the page itself and comes back to a paid checkout', async () => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  const secrets = watchForSecrets()
  const before = charges().length
  await choosePayPal()
  const shop = page.url()
  await pay()
  await checkout().getByText('Your browser has blocked the window').first().waitFor()
  await checkout().getByRole('button', { name: 'Open the window' }).click()
  await page.getByRole('button', { name: 'Authorize' }).click()
  await isPaid()

  expect(page.url()).toBe(shop)
  expect(charges()).toHaveLength(before + 1)
  expect(secrets.came).toHaveLength(1)
  expect(secrets.leaked()).toEqual([])
})

test('who calls it off at PayPal is charged nothing, and pays by another try', async () => {
  const before = charges().length
  await choosePayPal()
  for (const answer of ['Refuse', 'Authorize']) {
    const opened = page.waitForEvent('popup')
    await pay()
    await (await opened).getByRole('button', { name: answer }).click()
    if (answer === 'Refuse') await checkout().locator('#notice').waitFor()
  }
  await isPaid()

  expect(charges()).toHaveLength(before + 1)
})
