import { createBillingClient } from '@billing-checkout/client'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { paySession } from '../../../examples/time-machine/src/shopper.ts'
import { provideAxe, violationsIn } from '../../support/pages/axe.ts'
import { launchBrowser } from '../../support/pages/browser.ts'
import { type Demo, startDemo } from '../../support/processes/demo.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'back-office-'))
const email = 'office@example.com'
let demo: Demo
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[demo, browser] = await Promise.all([startDemo(dataDir), launchBrowser()])
  const checkout = await fetch(`${demo.shopUrl}/checkout/daily-cup`, {
    method: 'POST',
    body: new URLSearchParams(),
    headers: { Cookie: `nine-kettles-country=DE; nine-kettles-shopper=${email}` },
  })
  const session = /session-id="([^"]+)"/.exec(await checkout.text())![1]!
  const client = createBillingClient({ apiKey: demo.apiKey, baseUrl: demo.billingUrl })
  await paySession(client, demo.billingUrl, session, '4242 4242 4242 4242')
})

afterAll(async () => {
  await browser.close()
  await demo.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  page = await context.newPage()
})
afterEach(() => context.close())

interface Amounts {
  readonly amount: number
  readonly refunded_amount: number
}

const amountsOf = async () =>
  (await demo.ask(`/payments?search=${encodeURIComponent(email)}`)).data as unknown as readonly Amounts[]

test.each(['light', 'dark'] as const)(
  'the back office finds a payment and its customer on a narrow screen, without a fault (%s)',
  async (colorScheme) => {
    await provideAxe(context)
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
    await page.goto(`${demo.shopUrl}/orders`)
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

test('the back office refunds a part, says what it cannot refund, and refunds the rest', async () => {
  const amount = (await amountsOf())[0]?.amount
  await page.goto(`${demo.shopUrl}/orders?search=${email}`)
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
})

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)(
  'the first page of the billing server has no accessibility fault (%s, %i pixels)',
  async (colorScheme, width) => {
    await provideAxe(context)
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await page.goto(demo.billingUrl)

    expect(await violationsIn(page.mainFrame())).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const sheet = await page.getByRole('region', { name: /holds its room/ }).innerText()
    const address = /href="(.+placeholder\.css)"/.exec(sheet)?.[1] ?? ''
    expect((await fetch(address)).headers.get('Content-Type')).toContain('text/css')
  },
)
