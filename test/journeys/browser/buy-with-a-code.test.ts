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

const post = async (path: string, body: object) => {
  const headers = { Authorization: `Bearer ${shop.demo.apiKey}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${shop.demo.billingUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (answer.status !== 200) throw new Error(await answer.text())
  return answer.json()
}

/** Creates a code for 20 % off three payments, and opens our page for a purchase that accepts codes. */
const openCheckout = async (locale = 'en') => {
  const code = `SPRING-${crypto.randomUUID().slice(0, 8)}`
  await post('/discounts', { name: 'Spring', code, percent_off: 20, duration: 'periods', periods: 3 })
  const { data } = await shop.demo.ask('/plans?search=Daily+Cup')
  const session = await post('/client-session', {
    customer: { email: `${crypto.randomUUID()}@example.com`, country: 'DE' },
    plan: { id: data[0]!['id'] },
    options: { allow_codes: true, locale },
  })
  await page.goto(`${shop.demo.billingUrl}/pay/${session.id}`)
  await cardFrame()
  return { code, sessionId: session.id as string }
}

const part = (name: string) => page.locator(`billing-checkout [part~="${name}"]`)
const amountShown = async () => (await part('amount').textContent())!.trim()
const chip = () => part('code-chip').waitFor()

/** Expects that the browser has logged one refusal of a code to its console, and nothing else. */
const expectRefusedCode = () => expect(shop.consoleMessages.splice(0)).toEqual([expect.stringContaining('400')])

test('a shopper who enters a code is charged the amount that the checkout then shows', async () => {
  const { code } = await openCheckout()
  const before = await amountShown()

  await page.getByRole('button', { name: 'Add a promotion code' }).press('Enter')
  await page.keyboard.type('nothing')
  await page.keyboard.press('Enter')
  await page.getByText('This code is not valid.').waitFor()
  await page.getByLabel('Promotion code').fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await chip()
  const shown = await amountShown()
  const agreed = await part('disclosure').textContent()
  await typeCard(await cardFrame())
  for (const box of await page.locator('billing-checkout').getByRole('checkbox').all()) await box.check()
  await payButton().click()
  await page.locator('billing-checkout:state(paid)').waitFor()

  const { data } = await shop.demo.ask('/payments?limit=1')
  const payment = data[0] as unknown as { amount: number; subscription: { discount: { name: string } } }
  expect(payment.amount).toBe(Math.round(Number(shown.replace('€', '')) * 100))
  expect(shown).not.toBe(before)
  expect(payment.subscription.discount).toMatchObject({ name: 'Spring', periods_left: 2 })
  expectRefusedCode()
  expect(agreed?.replaceAll(/\s+/g, ' ')).toContain(`you pay ${shown} every month until`)
})

test('a code that is removed restores the full price', async () => {
  const { code } = await openCheckout()
  const before = await amountShown()
  await page.getByRole('button', { name: 'Add a promotion code' }).click()
  await page.getByLabel('Promotion code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await chip()

  await page.getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByRole('button', { name: 'Add a promotion code' }).waitFor()

  expect(await amountShown()).toBe(before)
})

test.each(['en', 'ar'])('the field for a code is accessible (%s)', async (locale) => {
  await provideAxe(page.context())
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { code } = await openCheckout(locale)
  const look = async (name: string) => {
    const faults = await faultsInLooks(page, phoneAndDesktop(320, 1280))
    return faults.map((fault) => `${name}, ${fault}`)
  }

  const closed = await look('closed')
  await part('code-action').click()
  await part('code-control').fill('nothing')
  await part('code-apply').click()
  await part('code-fault').filter({ hasText: /./ }).waitFor()
  const refused = await look('refused')
  expectRefusedCode()
  await part('code-control').fill(code)
  await part('code-apply').click()
  await chip()

  expect([...closed, ...refused, ...(await look('applied'))]).toEqual([])
})
