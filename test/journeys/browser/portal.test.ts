import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { checkoutOn } from '../../support/pages/checkout-on.ts'
import { useDemoWindow } from '../../support/pages/shops/demo-window.ts'

const shop = useDemoWindow()
let page: Page
beforeEach(() => {
  page = shop.page
})
const { cardFrame, typeCard, payButton } = checkoutOn(() => page)

const call = async (method: string, path: string, body?: object) => {
  const headers = { Authorization: `Bearer ${shop.demo.apiKey}`, 'Content-Type': 'application/json' }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await fetch(`${shop.demo.billingUrl}${path}`, init)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Record<string, never> & { readonly id: string }
}

/** A shopper who has bought a plan with a group on our page, and a client token for their portal. */
const aSubscriber = async () => {
  const externalId = crypto.randomUUID()
  const planOf = (name: string, amount: number) =>
    call('POST', '/plans', {
      name,
      type: 'recurring',
      interval: 'months',
      group: externalId,
      price: { default: { amount, currency: 'EUR' }, countries: [] },
    })
  const [small] = await Promise.all([planOf('Small', 1000), planOf('Large', 3000)])
  const customer = { external_id: externalId, email: `${externalId}@example.com`, country: 'ME' }
  const session = await call('POST', '/client-session', { customer, plan: { id: small.id } })
  await page.goto(`${shop.demo.billingUrl}/pay/${session.id}`)
  await typeCard(await cardFrame())
  await payButton().click()
  await page.locator('billing-checkout:state(paid)').waitFor()
  const portalSession = await call('POST', '/portal-session', { customer: { external_id: externalId } })
  return { token: String(portalSession.client_token), url: String(portalSession.url), externalId }
}

/** Opens a merchant's page with the portal, on another origin than the server. */
const openAccount = async (token: string): Promise<void> => {
  const html = `<!doctype html><html lang="en"><title>Account</title><link rel="icon" href="data:,"><h1>Account</h1>
    <billing-portal client-token="${token}"></billing-portal>
    <script type="module" src="${shop.demo.billingUrl}/billing-portal.js"></script></html>`
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(() => void server.close())
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/account`)
  await page.locator('billing-portal:state(ready)').waitFor()
}

const closing: (() => void)[] = []
afterAll(() => closing.forEach((close) => close()))

const portal = () => page.locator('billing-portal')
const press = (name: string) => portal().getByRole('button', { name, exact: true }).first().click()
const subscriptionOf = async (externalId: string): Promise<{ status: string; plan: { name: string } }> => {
  const { data } = await call('GET', `/subscriptions?external_id=${externalId}`)
  return data![0]!
}

test('a customer cancels and resumes on a page of the merchant', { timeout: 120_000 }, async () => {
  const { token, externalId } = await aSubscriber()
  await openAccount(token)

  await press('Cancel subscription')
  await press('Cancel subscription')
  await portal().getByText('Your subscription ends on').waitFor()
  const cancelled = await subscriptionOf(externalId)
  await press('Continue subscription')
  await portal().getByText('Your subscription continues').waitFor()

  expect([cancelled.status, (await subscriptionOf(externalId)).status]).toEqual([
    'scheduled_for_cancellation',
    'active',
  ])
})

/** Changes the plan in the portal on the page, and returns the checkout's disclosure before the payment. */
const changePlan = async (): Promise<string | null> => {
  await press('Change plan')
  await press('Change plan')
  await page.locator('billing-checkout:state(ready)').waitFor()
  const disclosure = await page.locator('billing-checkout [part~=disclosure]').textContent()
  await payButton().click()
  await page.locator('billing-checkout:state(paid)').waitFor()
  await press('Back')
  await portal().getByText('Large', { exact: true }).first().waitFor()
  return disclosure
}

test('a customer changes plan through a checkout inside the portal', { timeout: 120_000 }, async () => {
  const { token, externalId } = await aSubscriber()
  await openAccount(token)

  expect(await changePlan()).toContain('Your plan changes now')
  expect((await subscriptionOf(externalId)).plan.name).toBe('Large')
})

test('a customer changes plan on our page, whose policy is strict', { timeout: 120_000 }, async () => {
  const { url, externalId } = await aSubscriber()
  await page.goto(url)
  await page.getByRole('button').click()
  await page.locator('billing-portal:state(ready)').waitFor()

  expect(await changePlan()).toContain('Your plan changes now')
  expect((await subscriptionOf(externalId)).plan.name).toBe('Large')
})
