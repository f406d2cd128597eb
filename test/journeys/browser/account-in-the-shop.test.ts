import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { violationsIn, provideAxe } from '../../support/pages/axe.ts'
import { useDemoWindow } from '../../support/pages/shops/demo-window.ts'
import { shopperAt } from '../../support/pages/shopper-at.ts'

const shop = useDemoWindow()
let page: Page
beforeEach(() => {
  page = shop.page
})

const { cardFrame, goToCheckout, typeCard, payButton, paymentsOf } = shopperAt(
  () => shop.demo,
  () => page,
)

describe.each([390, 1280])('at %i pixels, a subscriber changes in their account', (width) => {
  const checkout = () => page.locator('billing-checkout')
  const row = () => page.locator('.rows').first()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()

  /** Subscribes to Daily Cup with a card, and goes to the account. */
  const subscribe = async (what: string, number?: string): Promise<string> => {
    const email = `${what}.${width}@example.com`
    await page.setViewportSize({ width, height: 844 })
    await typeCard(await goToCheckout('Daily Cup', email), number)
    await payButton().click()
    await page.waitForURL('**/thanks')
    // Until the parcel is packed the page loads itself again, which another navigation would meet.
    await page.locator('.thanks:not([data-waits-for])').waitFor()
    await page.goto(`${shop.demo.shopUrl}/account`)
    return email
  }

  /** Presses the checkout's button, and waits for the account that follows. */
  const payAndReturn = async (): Promise<void> => {
    await payButton().click()
    await page.waitForURL('**/account')
  }

  const expectNoSideways = async (): Promise<void> => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }

  test('the plan, and pays the difference', async () => {
    const email = await subscribe('upgrade')
    await expectNoSideways()
    await page.getByLabel('Plan instead of Daily Cup').selectOption({ label: 'Kettle Club' })
    await press('Change the plan')
    await checkout().getByText('Your plan changes now').first().waitFor()
    await expectNoSideways()
    await payAndReturn()

    expect(await row().textContent()).toContain('Kettle Club')
    const [paid] = await paymentsOf(email)
    expect(paid).toMatchObject({ payment_status: 'SETTLING', subscription: { plan: { price: { amount: 2900 } } } })
    expect(paid!.amount).toBeGreaterThan(0)
  })

  test('the card', async () => {
    await subscribe('card')
    await press('Change the card')
    await checkout().getByText('Use another card').click()
    await typeCard(await cardFrame(), '5555555555554444')
    await payAndReturn()

    expect(await row().textContent()).toContain('•••• 4444')
  })

  test('the cancellation, and keeps the subscription', async () => {
    await subscribe('keep')
    await press('Cancel at the end of the period')
    await row().getByText('ends soon').waitFor()
    await press('Keep it after all')
    await checkout().getByText('nothing is charged today').first().waitFor()
    await payAndReturn()

    expect(await row().locator('.status').textContent()).toBe('active')
  })

  test('an overdue payment, and has no accessibility fault there', async () => {
    await provideAxe(shop.context)
    await subscribe('overdue', '4000000000000341')
    await press('A month')
    await row().getByText('payment overdue').waitFor()
    const violations = [...(await violationsIn(page.mainFrame()))]
    await press('Pay and continue')
    await checkout().getByText('Your last payment failed').first().waitFor()
    await checkout().getByText('Use another card').click()
    await typeCard(await cardFrame())
    violations.push(...(await violationsIn(page.mainFrame())))
    await payAndReturn()

    expect(violations).toEqual([])
    expect(await row().locator('.status').textContent()).toBe('active')
  })
})

test('a checkout of an account does not exist for another shopper', async () => {
  await typeCard(await goToCheckout('Daily Cup', 'owner@example.com'))
  await payButton().click()
  await page.waitForURL('**/thanks')
  await page.locator('.thanks:not([data-waits-for])').waitFor()
  await page.goto(`${shop.demo.shopUrl}/account`)
  await page.getByRole('button', { name: 'Change the card' }).click()
  await page.waitForURL('**/account/checkout/*')
  const visitAs = (email: string) =>
    fetch(page.url(), { headers: { Cookie: `nine-kettles-shopper=${encodeURIComponent(email)}` } })

  expect((await visitAs('owner@example.com')).status).toBe(200)
  expect((await visitAs('stranger@example.com')).status).toBe(404)
})
