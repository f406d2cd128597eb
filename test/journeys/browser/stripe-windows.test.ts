import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStripeShopper } from '../../support/stripe/use-stripe-shopper.ts'

const shopper = useStripeShopper()
const { checkout, pay, isPaid, charges } = shopper

const choosePayPal = async () => {
  await shopper.openCheckout()
  await checkout().locator('[part~=method]').filter({ hasText: 'PayPal' }).click()
}

/**
 * Records where a secret of the payment occurs: `came` has the requests with a secret in their URL; `leaked` has the referrers, the
 * addresses of shown documents and the lines of the server's log.
 */
const watchForSecrets = () => {
  const secret = /client_secret|_secret_/
  const came: string[] = []
  const leaked: string[] = []
  shopper.context.on('request', (request) => {
    if (secret.test(request.url())) came.push(request.url())
    if (secret.test(request.headers()['referer'] ?? '')) leaked.push(`referrer of ${request.url()}`)
  })
  const watch = (opened: Page) =>
    opened.on('framenavigated', (frame) => secret.test(frame.url()) && leaked.push(frame.url()))
  watch(shopper.page)
  shopper.context.on('page', watch)
  return { came, leaked: () => [...leaked, ...shopper.stage.logged.filter((line) => secret.test(line))] }
}

test('PayPal pays in a window that the click has opened and that then closes, and its secret is never shown', async () => {
  const secrets = watchForSecrets()
  const before = charges().length
  await choosePayPal()
  const opened = shopper.page.waitForEvent('popup')
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
  expect(shopper.consoleMessages).toEqual([])
})

test('if pop-ups are blocked, the page itself goes to PayPal and comes back to a paid checkout', async () => {
  await shopper.page.addInitScript(() => {
    window.open = () => null
  })
  const secrets = watchForSecrets()
  const before = charges().length
  await choosePayPal()
  const shop = shopper.page.url()
  await pay()
  await checkout().getByText('Your browser has blocked the window').first().waitFor()
  await checkout().getByRole('button', { name: 'Open the window' }).click()
  await shopper.page.getByRole('button', { name: 'Authorize' }).click()
  await isPaid()

  expect(shopper.page.url()).toBe(shop)
  expect(charges()).toHaveLength(before + 1)
  expect(secrets.came).toHaveLength(1)
  expect(secrets.leaked()).toEqual([])
})

test('a shopper who cancels at PayPal is not charged, and pays in another try', async () => {
  const before = charges().length
  await choosePayPal()
  for (const answer of ['Refuse', 'Authorize']) {
    const opened = shopper.page.waitForEvent('popup')
    await pay()
    await (await opened).getByRole('button', { name: answer }).click()
    if (answer === 'Refuse') await checkout().locator('#notice').waitFor()
  }
  await isPaid()

  expect(charges()).toHaveLength(before + 1)
})
