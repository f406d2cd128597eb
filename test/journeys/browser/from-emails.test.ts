import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { provideAxe } from '../../support/pages/axe.ts'
import { checkoutOn } from '../../support/pages/checkout-on.ts'
import { faultsInLooks, lightLook } from '../../support/pages/looks.ts'
import { useDemoWindow } from '../../support/pages/shops/demo-window.ts'

const shop = useDemoWindow()
let context: BrowserContext
let page: Page
let email: string
beforeEach(() => {
  email = `${crypto.randomUUID().slice(0, 8)}@example.com`
})
afterEach(() => context.close())

const { cardFrame, typeCard, payButton } = checkoutOn(() => page)

const openPhone = async (locale: string): Promise<void> => {
  context = await shop.context.browser()!.newContext({ locale, viewport: { width: 320, height: 700 } })
  await provideAxe(context)
  page = await context.newPage()
}

const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
  const headers = { Authorization: `Bearer ${shop.demo.apiKey}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${shop.demo.billingUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.json()) as Record<string, unknown>
}

const subscription = async (): Promise<Record<string, unknown>> => {
  const { data } = await shop.demo.ask(`/customers?search=${encodeURIComponent(email)}`)
  return (await shop.demo.ask(`/subscriptions?customer_id=${data[0]!['id']}`)).data[0]!
}
const becomes = async (status: string): Promise<void> => {
  await expect.poll(async () => (await subscription())['status'], { interval: 500, timeout: 30_000 }).toBe(status)
}

const linkInEmails = async (path: string): Promise<string> => {
  const inbox = `${shop.demo.billingUrl}/sandbox/emails?to=${encodeURIComponent(email)}`
  let found: string | null = null
  await expect
    .poll(
      async () => {
        await page.goto(inbox)
        const urls = await page
          .locator('.list a')
          .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
        for (const url of urls) {
          await page.goto(url)
          const link = page.locator(`pre a[href*="${path}"]`).first()
          if ((await link.count()) > 0) {
            found = await link.getAttribute('href')
            return true
          }
        }
        return false
      },
      { interval: 500, timeout: 60_000 },
    )
    .toBe(true)
  return found!
}

/** Expects that a page fits the phone, and that axe finds no fault. */
const look = async (where: string): Promise<void> => {
  await page.locator('h1, h2').first().waitFor({ state: 'attached' })
  expect([where, await faultsInLooks(page, [{ ...lightLook, width: 320 }])]).toEqual([where, []])
}

const pressLast = () => Promise.all([page.waitForEvent('load'), page.locator('form button').last().click()])

const dailyCup = async () => ({ id: (await shop.demo.ask('/plans?search=Daily+Cup')).data[0]!['id'] })

/** Buys as the customer by a payment link of the merchant. */
const buyByLink = async (card: string): Promise<void> => {
  const { url } = await post('/payment-links', { plan: await dailyCup() })
  await page.goto(String(url))
  await look('/buy')
  await page.locator('#email').fill(email)
  await page.locator('form button').last().click()
  await page.waitForURL('**/pay/*')
  await pay(card)
}

/** Buys as the customer, who lives in Germany, on our page. */
const buyOnPage = async (): Promise<void> => {
  const { id } = await post('/client-session', { customer: { email, country: 'DE' }, plan: await dailyCup() })
  await page.goto(`${shop.demo.billingUrl}/pay/${id}`)
  await pay()
}

const pay = async (card?: string): Promise<void> => {
  await typeCard(await cardFrame(), card)
  for (const box of await page.locator('billing-checkout').getByRole('checkbox').all()) await box.check()
  await look('/pay')
  await payButton().click()
  await page.locator('billing-checkout:state(paid)').waitFor()
  await look('the receipt')
}

/** Fills in the form to which the email links, and confirms it. */
const declare = async (path: 'cancel' | 'withdraw'): Promise<void> => {
  await page.goto(await linkInEmails(`/${path}`))
  await look(path)
  await page.locator('#email').fill(email)
  await pressLast()
  await look(`${path}, what was typed`)
  await page.locator('form button').first().click()
  await page.getByRole('status').waitFor()
  await look(`${path}, the receipt`)
}

test.each(['en', 'ar'])(
  'from the emails that they received, a customer cancels, stays, and withdraws on a phone (%s)',
  async (locale) => {
    await openPhone(locale)
    await buyOnPage()

    await declare('cancel')
    await becomes('scheduled_for_cancellation')
    await page.goto(await linkInEmails('/pay/keep/'))
    await look('/pay/keep')
    await pressLast()
    await becomes('active')
    await declare('withdraw')
    await becomes('cancelled')

    const areRefunded = async () => {
      const { data } = await shop.demo.ask(`/payments?subscription_id=${String((await subscription())['id'])}`)
      return data.map(({ amount, refunded_amount: refunded }) => amount === refunded)
    }
    await expect.poll(areRefunded, { interval: 500, timeout: 30_000 }).toEqual([true])
  },
  240_000,
)

test.each(['en', 'ar'])(
  'from the email about a declined renewal, a customer pays what is owed on a phone (%s)',
  async (locale) => {
    await openPhone(locale)
    await buyByLink('4000000000000341')
    await post('/sandbox/clock', { advance: 'P1M' })
    await becomes('past_due')

    await page.goto(await linkInEmails('/pay/recovery/'))
    await look('/pay/recovery')
    await page.locator('form button').last().click()
    await page.waitForURL('**/pay/*')
    await pay()
    await becomes('active')
    expect((await subscription())['past_due']).toBeNull()
  },
  240_000,
)
