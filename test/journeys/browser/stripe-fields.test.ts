import type { BillingCheckout } from '@billing-checkout/element'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
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
const chargedFor = () => [...stage.fake.books.charges.values()].filter(({ paid }) => paid).length

test('a card in Stripe’s own fields pays, and a page that allows nothing of Stripe’s has nothing to complain about', async () => {
  const seen: string[] = []
  page.on('request', (request) => request.url().startsWith(stage.server.url) && seen.push(request.postData() ?? ''))
  await page.goto(await stage.openCheckout())
  await typeIntoStripe(await cardFrameOf(page))
  await pay()
  await isPaid()

  const [charge] = stage.fake.books.charges.values()
  expect(charge).toMatchObject({ amount: 1900, paid: true, billing_details: { name: 'Mina Okafor' } })
  expect(seen.join('\n')).toContain('"processor_token":"pm_')
  expect(seen.join('\n')).not.toMatch(/4242424242424242|encrypted/)
  expect(said).toEqual([])
})

test('the form with Stripe’s fields shuts nobody out, with faults in it and without', async () => {
  await provideAxe(context)
  await page.goto(await stage.openCheckout({ locale: 'ar' }))
  const frame = await cardFrameOf(page)
  await typeIntoStripe(frame, { number: '4242424242424241', name: '' })
  const before = await violationsIn(frame)
  await pay()
  await frame.locator('#name[aria-invalid]').waitFor()

  expect([...before, ...(await violationsIn(frame))]).toEqual([])
})

test('the stand-in for Stripe’s script refuses what it does not know', async () => {
  await page.goto(`${stage.fields.url}/field.html`)
  await page.addScriptTag({ url: stage.scriptUrl })
  const refusals = await page.evaluate(async () => {
    // oxlint-disable-next-line typescript/no-explicit-any
    const { Stripe } = window as any
    const stripe = Stripe('pk_test_fake')
    const elements = stripe.elements({ locale: 'de' })
    const field = elements.create('cardNumber', {})
    const asked: readonly (() => unknown)[] = [
      () => Stripe('sk_test_fake'),
      () => Stripe('pk_test_fake', { betas: [] }),
      () => stripe.elements({ locale: 'ta' }),
      () => elements.create('payment'),
      () => elements.create('cardCvc', { style: { base: { borderColor: 'red' } } }),
      () => field.on('keydown', () => {}),
      () => field.mount('#nowhere'),
      () => stripe.createPaymentMethod({ type: 'paypal' }),
      () => stripe.createPaymentMethod({ type: 'card', card: field, metadata: {} }),
    ]
    const names: string[] = []
    for (const ask of asked) {
      try {
        await ask()
        names.push('answered')
      } catch (error) {
        names.push((error as Error).name)
      }
    }
    return names
  })

  expect(refusals).toEqual(Array(9).fill('IntegrationError'))
})

test('a declined card is followed by a good one, and what is wrong is said under its field in the shopper’s language', async () => {
  await page.goto(await stage.openCheckout({ locale: 'de' }))
  const frame = await cardFrameOf(page)
  const before = chargedFor()

  await typeIntoStripe(frame, { number: '4242424242424241', cvc: '' })
  await pay()
  await frame.getByText('prüfen Sie Ihre Kartennummer').first().waitFor()
  await frame.getByText('Bitte geben Sie die Prüfnummer ein.').first().waitFor()
  await typeIntoStripe(frame, { number: '4000000000009995' })
  await pay()
  await checkout().locator('#notice').waitFor()
  await typeIntoStripe(frame)
  await pay()
  await checkout().locator('[part~=outcome]').first().waitFor()

  expect(chargedFor() - before).toBe(1)
})

test('a wrong security code is cleared and asked for again', async () => {
  await page.goto(await stage.openCheckout())
  const frame = await cardFrameOf(page)
  await typeIntoStripe(frame, { number: '4000000000000127' })
  await pay()
  await frame.getByText('Check the security code.').first().waitFor()

  const code = frame.frameLocator('.cvc iframe').locator('#input')
  expect(await code.inputValue()).toBe('')
  expect(await code.evaluate((input) => input === document.activeElement)).toBe(true)
})

test('a shopper who is known pays with the card that was kept, and types none', async () => {
  await page.goto(await stage.openCheckout())
  await typeIntoStripe(await cardFrameOf(page))
  await pay()
  await isPaid()
  const { data } = (await stage.send('/payments')) as unknown as { data: { customer: { id: string } }[] }
  const before = chargedFor()

  await page.goto(await stage.openCheckout({ type: 'one-off', customerId: data[0]!.customer.id }))
  await checkout().getByText('Visa ending in 4242').or(checkout().getByText('4242')).first().waitFor()
  await pay()
  await checkout().getByText('your payment is complete').first().waitFor()

  expect(chargedFor() - before).toBe(1)
})

test.each(['blocked', 'missing'] as const)(
  'without Stripe’s script (%s) the shopper is told so, and can try again',
  async (how) => {
    const script = `${stage.fields.url}/**/stripe.js`
    await page.route(script, (route) => (how === 'blocked' ? route.abort() : route.fulfill({ status: 404 })))
    await page.goto(await stage.openCheckout())
    const frame = (await (await page.locator('billing-checkout iframe').elementHandle())!.contentFrame())!
    await frame.getByText('The secure card form could not be loaded').waitFor()

    await page.unroute(script)
    await frame.getByRole('button', { name: 'Try again' }).click()
    await typeIntoStripe(frame)
    const before = chargedFor()
    await pay()
    await isPaid()
    expect(chargedFor() - before).toBe(1)
  },
)

test('where cards are entered otherwise by now, nothing is charged and the form is the new one', async () => {
  stage.enterCardsIn('ours')
  await page.goto(await stage.openCheckout())
  const ours = await cardFrameOf(page)
  for (const [id, text] of Object.entries({ number: '4242424242424242', expiry: '12/34', cvc: '123', name: 'Mina' }))
    await ours.locator(`input#${id}`).fill(text)
  stage.enterCardsIn('stripe')
  const before = stage.fake.books.paymentIntents.size

  await pay()
  await checkout().getByText('Please check your card details and try again.').waitFor()
  expect(stage.fake.books.paymentIntents.size).toBe(before)
  await typeIntoStripe(await cardFrameOf(page))
  await pay()
  await isPaid()
  expect(stage.fake.books.paymentIntents.size).toBe(before + 1)
})

test('where the country of the sale leads to another connection, the form is that one’s, and what was typed before is asked for again', async () => {
  const connectionOf = (frame: Frame) =>
    frame.evaluate(() => JSON.parse(document.querySelector('#frame-config')!.textContent!).connection as string)
  const moveTo = (country: string) => stage.send(`/client-session/${session}`, { customer: { country } }, 'PATCH')
  const refresh = () => checkout().evaluate((element) => (element as BillingCheckout).refresh())
  const url = await stage.openCheckout()
  const session = new URL(url).searchParams.get('session')!
  await page.goto(url)
  const first = await connectionOf(await cardFrameOf(page))
  await moveTo('FR')
  await refresh()
  await expect.poll(async () => connectionOf(await cardFrameOf(page))).toBe('con_french')
  await typeIntoStripe(await cardFrameOf(page))
  await moveTo('DE')
  const before = stage.fake.books.paymentIntents.size
  await pay()
  await checkout().getByText('Please check your card details and try again.').waitFor()
  await expect.poll(async () => connectionOf(await cardFrameOf(page))).toBe('con_stripe')
  const refused = stage.fake.books.paymentIntents.size - before
  await typeIntoStripe(await cardFrameOf(page))
  await pay()
  await isPaid()

  expect([first, refused]).toEqual(['con_stripe', 0])
  expect(stage.fake.books.paymentIntents.size - before).toBe(1)
})

const bank = () => page.frameLocator('billing-checkout dialog iframe').frameLocator('iframe')

test('3-D Secure is asked in the dialog, and the secret that comes back in the address is shown to nobody and logged nowhere', async () => {
  const secret = /client_secret|_secret_/
  const rendered: string[] = []
  const referrers: string[] = []
  page.on('framenavigated', (frame) => rendered.push(frame.url()))
  page.on('request', (request) => referrers.push(request.headers()['referer'] ?? ''))
  const came: string[] = []
  page.on('request', (request) => came.push(request.url()))
  await page.goto(await stage.openCheckout())
  await typeIntoStripe(await cardFrameOf(page), { number: '4000000000003220' })
  await pay()
  await bank().getByRole('button', { name: 'Authorize' }).click()
  await isPaid()

  // It did come, and went no further than the answer that leads on.
  expect(came.filter((url) => secret.test(url))).toHaveLength(1)
  expect(rendered.filter((url) => secret.test(url))).toEqual([])
  expect(referrers.filter((url) => secret.test(url))).toEqual([])
  expect(stage.logged.filter((line) => secret.test(line))).toEqual([])
})

test('3-D Secure in a window of its own pays as well, and the window goes', async () => {
  await page.goto(await stage.openCheckout())
  await typeIntoStripe(await cardFrameOf(page), { number: '4000000000003220' })
  await pay()
  const opened = page.waitForEvent('popup')
  await checkout().getByRole('button', { name: 'Open the window' }).click()
  const popup = await opened
  await popup.getByRole('button', { name: 'Authorize' }).click()
  await isPaid()

  await expect.poll(() => popup.isClosed()).toBe(true)
})
