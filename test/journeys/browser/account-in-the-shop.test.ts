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

const portal = () => page.locator('billing-portal')
const press = (name: string) => portal().getByRole('button', { name, exact: true }).first().click()

describe.each([390, 1280])('a subscriber at %i pixels in their account', (width) => {
  /** Subscribes to Daily Cup with a card, and opens the account. */
  const subscribe = async (what: string, number?: string): Promise<string> => {
    const email = `${what}.${width}@example.com`
    await page.setViewportSize({ width, height: 844 })
    await typeCard(await goToCheckout('Daily Cup', email), number)
    await payButton().click()
    await page.waitForURL('**/thanks')
    // The page reloads itself once the parcel is packed. Wait for the reload, so that it does not interrupt the next navigation.
    await page.locator('.thanks:not([data-waits-for])').waitFor()
    await page.goto(`${shop.demo.shopUrl}/account`)
    await page.locator('billing-portal:state(ready)').waitFor()
    return email
  }

  /** Pays in the checkout inside the account, and returns to the account. */
  const payAndReturn = async (): Promise<void> => {
    await payButton().click()
    await page.locator('billing-checkout:state(paid)').waitFor()
    await press('Back')
  }

  const expectNoSideways = async (): Promise<void> => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }

  test('changes the plan, and pays the difference', async () => {
    const email = await subscribe('upgrade')
    await expectNoSideways()
    await press('Change plan')
    const offered = portal().locator('[part~=plan-choice]').filter({ hasText: 'Kettle Club' })
    await offered.getByRole('button', { name: 'Change plan' }).click()
    await page.locator('billing-checkout').getByText('Your plan changes now').first().waitFor()
    await expectNoSideways()
    await payAndReturn()

    await portal().getByText('Kettle Club', { exact: true }).first().waitFor()
    const [paid] = await paymentsOf(email)
    expect(paid).toMatchObject({ payment_status: 'SETTLING', subscription: { plan: { price: { amount: 2900 } } } })
    expect(paid!.amount).toBeGreaterThan(0)
  })

  test('takes the cancellation back, and keeps the subscription', async () => {
    await subscribe('keep')
    await press('Cancel subscription')
    await press('Cancel subscription')
    await portal().getByText('Your subscription ends on').waitFor()
    await press('Continue subscription')
    await portal().getByText('Your subscription continues').waitFor()
    await press('Sign out')
    await page.waitForURL(`${shop.demo.shopUrl}/`)
    await page.goto(`${shop.demo.shopUrl}/account`)

    expect(await page.locator('.lead').textContent()).toContain('The shop does not know you yet.')
  })

  test('pays an overdue payment, and the page has no accessibility fault', async () => {
    await provideAxe(shop.context)
    const email = await subscribe('overdue', '4000000000000341')
    await page.getByRole('button', { name: 'A month', exact: true }).click()
    await portal().getByText('Payment overdue').first().waitFor()
    const violations = [...(await violationsIn(page.mainFrame()))]
    await press('Pay now')
    await page.locator('billing-checkout').getByText('Your last payment failed').first().waitFor()
    await page.locator('billing-checkout').getByText('Use another card').click()
    await typeCard(await cardFrame())
    violations.push(...(await violationsIn(page.mainFrame())))
    await payAndReturn()

    expect(violations).toEqual([])
    expect((await paymentsOf(email))[0]).toMatchObject({
      payment_status: 'SETTLING',
      subscription: { status: 'active' },
    })
  })
})

test('the shop gives another account token only to the shopper who is signed in', async () => {
  await typeCard(await goToCheckout('Daily Cup', 'owner@example.com'))
  await payButton().click()
  await page.waitForURL('**/thanks')
  const tokenFor = (email: string) =>
    fetch(`${shop.demo.shopUrl}/account/token`, {
      method: 'POST',
      headers: { Cookie: `nine-kettles-shopper=${encodeURIComponent(email)}` },
    })

  const own = await tokenFor('owner@example.com')
  const stranger = await tokenFor('stranger@example.com')

  expect([own.status, stranger.status]).toEqual([200, 404])
  expect(await own.json()).toEqual({ client_token: expect.any(String) })
})
