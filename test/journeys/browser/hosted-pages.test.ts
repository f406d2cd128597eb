import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { provideAxe } from '../../support/pages/axe.ts'
import { checkoutOn } from '../../support/pages/checkout-on.ts'
import { faultsInLooks, phoneAndDesktop } from '../../support/pages/looks.ts'
import { useDemoWindow } from '../../support/pages/shops/demo-window.ts'

const shop = useDemoWindow()
let page: Page
beforeEach(() => {
  page = shop.page
})
const { cardFrame, typeCard, payButton } = checkoutOn(() => page)

const post = async (path: string, body: object): Promise<{ readonly id: string; readonly now: string }> => {
  const headers = { Authorization: `Bearer ${shop.demo.apiKey}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${shop.demo.billingUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  return (await answer.json()) as never
}

const openSession = async (members: object = {}): Promise<string> => {
  const { data } = await shop.demo.ask('/plans?search=Daily+Cup')
  const customer = { email: `${crypto.randomUUID()}@example.com`, country: 'DE' }
  return (await post('/client-session', { customer, plan: { id: data[0]!['id'] }, ...members })).id
}

const declarationUrl = (kind: 'cancel' | 'withdraw') => `${shop.demo.billingUrl}/o/${shop.demo.organizationId}/${kind}`

const openPage = (sessionId: string) => page.goto(`${shop.demo.billingUrl}/pay/${sessionId}`)

const pay = async (number?: string): Promise<void> => {
  await typeCard(await cardFrame(), number)
  // The consent comes before the button.
  for (const box of await page.locator('billing-checkout').getByRole('checkbox').all()) await box.check()
  await payButton().click()
}

const paid = () => page.locator('billing-checkout:state(paid)').waitFor()

/** The recovery link in the latest email about a payment to an address, as the sandbox shows that email. */
const linkInEmail = async (email: string): Promise<string> => {
  await page.goto(`${shop.demo.billingUrl}/sandbox/emails?to=${encodeURIComponent(email)}`)
  await expect
    .poll(async () => (await page.reload()) && page.locator('.list a', { hasText: 'payment' }).count(), {
      interval: 500,
      timeout: 30_000,
    })
    .toBeGreaterThan(0)
  await page.locator('.list a', { hasText: 'payment' }).first().click()
  return (await page.locator('pre a', { hasText: '/pay/recovery/' }).getAttribute('href'))!
}

/** A customer whose renewal was declined, and the recovery link that the customer received. */
const aDebtor = async (): Promise<string> => {
  const email = `${crypto.randomUUID()}@example.com`
  await openPage(await openSession({ customer: { email, country: 'DE' } }))
  await pay('4000000000000341')
  await paid()
  await post('/sandbox/clock', { advance: 'P1M' })
  return linkInEmail(email)
}

test('a shopper pays on our page and returns to the shop', async () => {
  const ways = { return_url: `${shop.demo.shopUrl}/?back=paid`, cancel_url: `${shop.demo.shopUrl}/?back=unpaid` }
  await openPage(await openSession({ options: ways }))
  await cardFrame()
  const link = page.getByRole('link', { name: /^Back to/ })

  expect(await link.count()).toBe(1)
  expect(await link.getAttribute('href')).toBe(ways.cancel_url)
  await pay()
  await paid()
  expect(await link.count()).toBe(1)
  await link.click()
  await page.waitForURL(ways.return_url)
})

test('a shopper confirms a payment with their bank on our page', async () => {
  await openPage(await openSession())
  await pay('4000000000003220')
  const bank = page.frameLocator('billing-checkout iframe[src*="/actions/"]').frameLocator('iframe')
  await bank.getByRole('button', { name: 'Confirm' }).click()

  await paid()
  expect(new URL(page.url()).pathname).toMatch(/^\/pay\//)
})

test('our page cannot read the card frame', async () => {
  await openPage(await openSession())
  await cardFrame()
  const readable = await page
    .locator('billing-checkout')
    .evaluate((element) =>
      [...(element.shadowRoot?.querySelectorAll('iframe') ?? []), ...element.querySelectorAll('iframe')].map(
        (frame) => frame.contentDocument !== null,
      ),
    )

  expect(readable).toEqual([false])
})

test('a customer repairs a declined renewal from the email, and the link then no longer works', async () => {
  const link = await aDebtor()
  const visits: string[] = []
  page.on('request', (request) => visits.push(request.headers()['referer'] ?? ''))
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL('**/pay/*')
  await pay()
  await paid()
  await page.goto(link)

  expect(await page.getByRole('heading').textContent()).toBe('This link no longer works')
  // Only our own page, which has the link's origin, may send the link as its referrer; the card frame and other sites never see it.
  expect(visits.filter((referrer) => referrer.includes('/recovery/')).every((from) => from === link)).toBe(true)
  expect(shop.consoleMessages.splice(0)).toEqual([expect.stringContaining('404')])
})

/** A customer who has bought on our page opens the page of a declaration in a browser without scripts. */
const declareWithoutScripts = async (kind: 'cancel' | 'withdraw') => {
  const email = `${crypto.randomUUID()}@example.com`
  await openPage(await openSession({ customer: { email, country: 'DE' } }))
  await pay()
  await paid()
  const context = await page.context().browser()!.newContext({ javaScriptEnabled: false, locale: 'en-GB' })
  const own = await context.newPage()
  await own.goto(declarationUrl(kind))
  return { email, own, context }
}

test('without scripts, a customer cancels in two steps, saves a copy, and the subscription runs to its end', async () => {
  const { email, own, context } = await declareWithoutScripts('cancel')

  await own.getByLabel('Email').fill(email)
  await own.getByLabel('Reason').fill('I drink tea now.')
  await own.getByRole('button', { name: 'Continue' }).click()
  await own.getByText('I drink tea now.').waitFor()
  await own.getByRole('button', { name: 'Cancel now' }).click()
  await own.getByText('Your cancellation was received on').waitFor()
  const saving = own.waitForEvent('download')
  await own.getByRole('button', { name: 'Save as a text file' }).click()

  expect((await saving).suggestedFilename()).toMatch(/^cancel-.*\.txt$/)
  const statusOf = async () => {
    const { data } = await shop.demo.ask(`/customers?search=${encodeURIComponent(email)}`)
    return (await shop.demo.ask(`/subscriptions?customer_id=${data[0]!['id']}`)).data[0]!['status']
  }
  await expect.poll(statusOf, { interval: 500, timeout: 20_000 }).toBe('scheduled_for_cancellation')
  await context.close()
})

test('without scripts, double clicks and a reload that sends the form again withdraw once', async () => {
  const { email, own, context } = await declareWithoutScripts('withdraw')
  const received = own.getByText('Your withdrawal was received on')
  const confirm = own.getByRole('button', { name: 'Confirm withdrawal' })

  await own.getByLabel('Email').fill(email)
  await own.getByRole('button', { name: 'Continue' }).dblclick()
  await confirm.dblclick()
  await received.waitFor()
  await own.reload()
  await received.waitFor()

  const { data } = await shop.demo.ask('/declarations?limit=100')
  expect(data.filter((declaration) => declaration['email'] === email)).toHaveLength(1)
  await context.close()
})

test.each(['en', 'ar', 'ja', 'de'])(
  'axe finds no fault on the pages, which fit a phone and a desktop, light and dark (%s)',
  async (locale) => {
    const link = locale === 'en' ? await aDebtor() : null
    const context = await page.context().browser()!.newContext({ locale })
    await provideAxe(context)
    const own = await context.newPage()
    const look = async () => {
      await own.locator('h1').waitFor({ state: 'attached' })
      return faultsInLooks(own, phoneAndDesktop(320, 1280))
    }
    const session = await openSession({ options: { cancel_url: shop.demo.shopUrl } })
    const urls = [
      `${shop.demo.billingUrl}/pay/${session}`,
      `${shop.demo.billingUrl}/pay/nobody`,
      ...(link ? [link] : []),
      declarationUrl('withdraw'),
      declarationUrl('cancel'),
    ]

    for (const url of urls) {
      await own.goto(url)
      expect([url, await look()]).toEqual([url, []])
    }
    // The last page is the form to cancel: first with a fault, then the review of the form, then the receipt.
    for (const typed of ['nobody', `${'reader'.repeat(8)}@example.com`, null]) {
      if (typed !== null) await own.locator('#email').fill(typed)
      await Promise.all([own.waitForEvent('load'), own.locator('button').click()])
      expect([typed, await look()]).toEqual([typed, []])
    }
    await context.close()
  },
  180_000,
)
