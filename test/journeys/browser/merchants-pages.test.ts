import { createBillingClient } from '@billing-checkout/client'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { paySession } from '../../../examples/time-machine/src/shopper.ts'
import { provideAxe, violationsIn } from '../../support/pages/axe.ts'
import { useDemoWindow } from '../../support/pages/shops/demo-window.ts'

const shop = useDemoWindow()
let page: Page
beforeEach(() => {
  page = shop.page
})

const email = 'office@example.com'

beforeAll(async () => {
  const checkout = await fetch(`${shop.demo.shopUrl}/checkout/daily-cup`, {
    method: 'POST',
    body: new URLSearchParams(),
    headers: { Cookie: `nine-kettles-country=DE; nine-kettles-shopper=${email}` },
  })
  const session = /session-id="([^"]+)"/.exec(await checkout.text())![1]!
  const client = createBillingClient({ apiKey: shop.demo.apiKey, baseUrl: shop.demo.billingUrl })
  await paySession(client, shop.demo.billingUrl, session, '4242 4242 4242 4242')
})

interface Amounts {
  readonly amount: number
  readonly refunded_amount: number
}

const amountsOf = async () =>
  (await shop.demo.ask(`/payments?search=${encodeURIComponent(email)}`)).data as unknown as readonly Amounts[]

test.each(['light', 'dark'] as const)(
  'the back office finds a payment and its customer on a narrow screen, without an accessibility fault (%s)',
  async (colorScheme) => {
    await provideAxe(shop.context)
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 390, height: 800 })
    const violations: string[] = []
    const look = async () => {
      await page.waitForLoadState()
      violations.push(...(await violationsIn(page.mainFrame())))
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      const scrolls = await page
        .locator('.scroll')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
      expect(scrolls).toBe(0)
    }
    await page.goto(`${shop.demo.shopUrl}/orders`)
    await look()
    await page.getByRole('searchbox').fill(email)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**/orders?search=*')
    await look()
    await page.getByRole('region', { name: 'Payments' }).getByRole('link', { name: email }).click()
    await page.waitForURL('**/orders/customers/cus_*')
    await look()
    await page.getByRole('region', { name: 'Payments' }).getByRole('link', { name: /^pay_/ }).click()
    await page.getByText('the card ending 4242').waitFor()
    await look()

    expect(violations).toEqual([])
  },
)

test('the back office refunds a part, explains what it cannot refund, and refunds the rest', async () => {
  const amount = (await amountsOf())[0]?.amount
  await page.goto(`${shop.demo.shopUrl}/orders?search=${email}`)
  await page.getByRole('region', { name: 'Payments' }).getByRole('link', { name: /^pay_/ }).click()
  const refund = async (typed: string) => {
    await page.getByLabel('Amount in EUR').fill(typed)
    await page.getByRole('button', { name: 'Refund' }).click()
  }

  await refund('1,50')
  await page.getByText('Not refunded').waitFor()
  expect(await amountsOf()).toMatchObject([{ refunded_amount: 150 }])
  await refund('a lot')
  await page.getByRole('alert').getByText('Please enter an amount').waitFor()
  await refund('5000')
  await page.getByRole('alert').getByText('The billing service refused the refund').waitFor()
  await refund('')
  await page.getByRole('button', { name: 'Refund' }).waitFor({ state: 'detached' })

  expect(await amountsOf()).toMatchObject([{ refunded_amount: amount }])
  // Each refused form is answered with 422, which the browser logs.
  expect(shop.consoleMessages.splice(0).every((line) => line.includes('status of 422'))).toBe(true)
})

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)(
  'the first page of the billing server has no accessibility fault (%s, %i pixels)',
  async (colorScheme, width) => {
    await provideAxe(shop.context)
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await page.goto(shop.demo.billingUrl)

    expect(await violationsIn(page.mainFrame())).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const sheet = await page.getByRole('region', { name: /holds its room/ }).innerText()
    const address = /href="(.+placeholder\.css)"/.exec(sheet)?.[1] ?? ''
    expect((await fetch(address)).headers.get('Content-Type')).toContain('text/css')
  },
)
