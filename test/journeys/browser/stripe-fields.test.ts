import type { BillingCheckout } from '@billing-checkout/element'
import type { Frame } from 'playwright-core'
import { expect, test } from 'vitest'
import { provideAxe, violationsIn } from '../../support/pages/axe.ts'
import { languageAfterChange } from '../../support/pages/language-after-change.ts'
import { cardFrameOf, typeIntoStripe } from '../../support/stripe/stripe-stage.ts'
import { useStripeShopper } from '../../support/stripe/use-stripe-shopper.ts'

const shopper = useStripeShopper()
const { checkout, pay, isPaid, charges } = shopper

test('a card in Stripe’s own fields pays, and a strict policy without Stripe’s origins reports no violation', async () => {
  const seen: string[] = []
  shopper.page.on(
    'request',
    (request) => request.url().startsWith(shopper.stage.server.url) && seen.push(request.postData() ?? ''),
  )
  await shopper.openCheckout()
  await typeIntoStripe(await cardFrameOf(shopper.page))
  await pay()
  await isPaid()

  const [charge] = shopper.stage.fake.books.charges.values()
  expect(charge).toMatchObject({ amount: 1900, paid: true, billing_details: { name: 'Mina Okafor' } })
  expect(seen.join('\n')).toContain('"processor_token":"pm_')
  expect(seen.join('\n')).not.toMatch(/4242424242424242|encrypted/)
  expect(shopper.consoleMessages).toEqual([])
})

test('the form with Stripe’s fields is accessible, with errors in it and without', async () => {
  await provideAxe(shopper.context)
  await shopper.openCheckout({ locale: 'ar' })
  const frame = await cardFrameOf(shopper.page)
  await typeIntoStripe(frame, { number: '4242424242424241', name: '' })
  const before = await violationsIn(frame)
  await pay()
  await frame.locator('#name[aria-invalid]').waitFor()

  expect([...before, ...(await violationsIn(frame))]).toEqual([])
})

test('the form with Stripe’s fields shows the language that was set last, even if the texts of another arrive later', async () => {
  await shopper.openCheckout()
  const url = await shopper.page.locator('billing-checkout iframe').getAttribute('src')

  expect(await languageAfterChange(shopper.page, new URL(url!, shopper.page.url()).href)).toBe('fr')
})

test('the stand-in for Stripe’s script refuses unknown options', async () => {
  await shopper.page.goto(`${shopper.stage.fields.url}/field.html`)
  await shopper.page.addScriptTag({ url: shopper.stage.scriptUrl })
  const refusals = await shopper.page.evaluate(async () => {
    // oxlint-disable-next-line typescript/no-explicit-any
    const { Stripe } = window as any
    const stripe = Stripe('pk_test_fake')
    const elements = stripe.elements({ locale: 'de' })
    const field = elements.create('cardNumber', {})
    const asked: readonly (() => unknown)[] = [
      () => Stripe('sk_test_fake'),
      () => Stripe('pk_test_fake', { betas: [] }),
      () => stripe.elements({ locale: 'ta' }),
      () => stripe.elements({ mode: 'payment', amount: 100, currency: 'eur', paymentMethodTypes: ['card'] }),
      () => elements.create('cardExpiry', { disableLink: true }),
      () => field.update({ disableLink: true }),
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

  expect(refusals).toEqual(Array(12).fill('IntegrationError'))
})

test('the field of the card number is wide enough for Link’s button, and does not show it', async () => {
  await shopper.openCheckout()
  const number = (await cardFrameOf(shopper.page)).locator('.number iframe')
  const width = (await number.boundingBox())?.width

  expect(width).toBeGreaterThanOrEqual(350)
  expect(await number.contentFrame().locator('#link').isVisible()).toBe(false)
})

test('the stand-in shows Link’s button in a wide card number field unless an option hides it', async () => {
  await shopper.page.goto(`${shopper.stage.fields.url}/field.html`)
  await shopper.page.addScriptTag({ url: shopper.stage.scriptUrl })
  await shopper.page.evaluate(() => {
    // oxlint-disable-next-line typescript/no-explicit-any
    const { Stripe } = window as any
    const place = document.createElement('div')
    place.style.width = '350px'
    document.body.append(place)
    Stripe('pk_test_fake').elements().create('cardNumber').mount(place)
  })

  const button = shopper.page.frameLocator('iframe').getByRole('button', { name: 'Link' })
  await button.waitFor()
  expect(await button.isVisible()).toBe(true)
})

test('a declined card is followed by a good one, and the error is under its field in the shopper’s language', async () => {
  await shopper.openCheckout({ locale: 'de' })
  const frame = await cardFrameOf(shopper.page)
  const before = charges().length

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

  expect(charges().length - before).toBe(1)
})

test('a wrong security code is cleared, and the form requests it again', async () => {
  await shopper.openCheckout()
  const frame = await cardFrameOf(shopper.page)
  await typeIntoStripe(frame, { number: '4000000000000127' })
  await pay()
  await frame.getByText('Check the security code.').first().waitFor()

  const code = frame.frameLocator('.cvc iframe').locator('#input')
  expect(await code.inputValue()).toBe('')
  expect(await code.evaluate((input) => input === document.activeElement)).toBe(true)
})

test('a known shopper pays with the stored card, and types none', async () => {
  await shopper.openCheckout()
  await typeIntoStripe(await cardFrameOf(shopper.page))
  await pay()
  await isPaid()
  const { data } = (await shopper.stage.send('/payments')) as unknown as { data: { customer: { id: string } }[] }
  const before = charges().length

  await shopper.openCheckout({ type: 'one-off', customerId: data[0]!.customer.id })
  await checkout().getByText('Visa ending in 4242').or(checkout().getByText('4242')).first().waitFor()
  await pay()
  await checkout().getByText('your payment is complete').first().waitFor()

  expect(charges().length - before).toBe(1)
})

test.each(['blocked', 'missing'] as const)(
  'without Stripe’s script (%s) the shopper sees an error, and can try again',
  async (how) => {
    const script = `${shopper.stage.fields.url}/**/stripe.js`
    await shopper.page.route(script, (route) => (how === 'blocked' ? route.abort() : route.fulfill({ status: 404 })))
    await shopper.openCheckout()
    const frame = (await (await shopper.page.locator('billing-checkout iframe').elementHandle())!.contentFrame())!
    await frame.getByText('The secure card form could not be loaded').waitFor()

    await shopper.page.unroute(script)
    await frame.getByRole('button', { name: 'Try again' }).click()
    await typeIntoStripe(frame)
    const before = charges().length
    await pay()
    await isPaid()
    expect(charges().length - before).toBe(1)
  },
)

/** The message to a shopper whose card must be charged over another connection. */
const renewed = 'You have not been charged. The card form has been renewed. Please enter your card details again.'

test('if cards are entered in another form by now, nothing is charged and the new form is shown', async () => {
  shopper.stage.enterCardsIn('ours')
  await shopper.openCheckout()
  const ours = await cardFrameOf(shopper.page)
  for (const [id, text] of Object.entries({ number: '4242424242424242', expiry: '12/34', cvc: '123', name: 'Mina' }))
    await ours.locator(`input#${id}`).fill(text)
  shopper.stage.enterCardsIn('stripe')
  const before = shopper.stage.fake.books.paymentIntents.size

  await pay()
  await checkout().getByText(renewed).waitFor()
  expect(shopper.stage.fake.books.paymentIntents.size).toBe(before)
  await typeIntoStripe(await cardFrameOf(shopper.page))
  await pay()
  await isPaid()
  expect(shopper.stage.fake.books.paymentIntents.size).toBe(before + 1)
})

test('if the country of the sale leads to another connection, its form is shown, and the shopper types the card again', async () => {
  const connectionOf = (frame: Frame) =>
    frame.evaluate(() => JSON.parse(document.querySelector('#frame-config')!.textContent!).connection as string)
  const moveTo = (country: string) =>
    shopper.stage.send(`/client-session/${session}`, { customer: { country } }, 'PATCH')
  const refresh = () => checkout().evaluate((element) => (element as BillingCheckout).refresh())
  const url = await shopper.stage.openCheckout()
  const session = new URL(url).searchParams.get('session')!
  await shopper.page.goto(url)
  const first = await connectionOf(await cardFrameOf(shopper.page))
  await moveTo('FR')
  await refresh()
  await expect.poll(async () => connectionOf(await cardFrameOf(shopper.page))).toBe('con_french')
  await typeIntoStripe(await cardFrameOf(shopper.page))
  await moveTo('DE')
  const before = shopper.stage.fake.books.paymentIntents.size
  await pay()
  await checkout().getByText(renewed).waitFor()
  await expect.poll(async () => connectionOf(await cardFrameOf(shopper.page))).toBe('con_stripe')
  const refused = shopper.stage.fake.books.paymentIntents.size - before
  await typeIntoStripe(await cardFrameOf(shopper.page))
  await pay()
  await isPaid()

  expect([first, refused]).toEqual(['con_stripe', 0])
  expect(shopper.stage.fake.books.paymentIntents.size - before).toBe(1)
})

const bank = () => shopper.page.frameLocator('billing-checkout dialog iframe').frameLocator('iframe')

test('3-D Secure opens in the dialog, and the secret in the return address is never shown or logged', async () => {
  const secret = /client_secret|_secret_/
  const rendered: string[] = []
  const referrers: string[] = []
  shopper.page.on('framenavigated', (frame) => rendered.push(frame.url()))
  shopper.page.on('request', (request) => referrers.push(request.headers()['referer'] ?? ''))
  const came: string[] = []
  shopper.page.on('request', (request) => came.push(request.url()))
  await shopper.openCheckout()
  await typeIntoStripe(await cardFrameOf(shopper.page), { number: '4000000000003220' })
  await pay()
  await bank().getByRole('button', { name: 'Authorize' }).click()
  await isPaid()

  // The secret arrived at the return page, but the page's redirect did not pass it on.
  expect(came.filter((url) => secret.test(url))).toHaveLength(1)
  expect(rendered.filter((url) => secret.test(url))).toEqual([])
  expect(referrers.filter((url) => secret.test(url))).toEqual([])
  expect(shopper.stage.logged.filter((line) => secret.test(line))).toEqual([])
})

test('3-D Secure in a window of its own pays as well, and the window is closed', async () => {
  await shopper.openCheckout()
  await typeIntoStripe(await cardFrameOf(shopper.page), { number: '4000000000003220' })
  await pay()
  const opened = shopper.page.waitForEvent('popup')
  await checkout().getByRole('button', { name: 'Open the window' }).click()
  const popup = await opened
  await popup.getByRole('button', { name: 'Authorize' }).click()
  await isPaid()

  await expect.poll(() => popup.isClosed()).toBe(true)
})
