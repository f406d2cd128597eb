import { type BillingClient, createBillingClient, type CreateClientSessionBody } from '@billing-checkout/client'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSession } from '../../chaos/session.ts'
import { openStage, type Stage } from '../../chaos/stage.ts'
import { payAtCheckout } from '../../../examples/time-machine/src/shopper.ts'
import { scriptOf, type ServedShop, serveShop } from '../../support/pages/shops/serve-shop.ts'
import { blockOn, rowsOn } from '../../support/stories/page-code.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'

const page = readFileSync(new URL('../../../packages/element/README.md', import.meta.url), 'utf8')

let stage: Stage
let client: BillingClient
let monthly: string
let tab: Page
let shop: ServedShop | undefined

beforeAll(async () => {
  stage = await openStage()
  const { organizationId } = await openSession(stage, 'recurring')
  const { key } = await stage.server.apiKeys.create(organizationId, { scopes: null, wall: new Date().toISOString() })
  client = createBillingClient({ apiKey: key, baseUrl: stage.server.url })
  monthly = await createPlan(monthlyPlanAt(900))
})
afterAll(() => stage.close())

beforeEach(async () => {
  tab = await stage.browser.newPage({ viewport: { width: 1100, height: 900 }, locale: 'en-US' })
})
afterEach(async () => {
  await tab.close()
  shop?.close()
})

const createPlan = async (plan: object): Promise<string> =>
  (await client.createPlan(plan as Parameters<BillingClient['createPlan']>[0])).id

/**
 * Opens a page with a code block of the element's README, for a new session. A block without `<billing-checkout>` is replaced by a plain
 * tag. `head` goes before the billing server's script.
 */
const show = async (block: string, members: CreateClientSessionBody, head = ''): Promise<void> => {
  const { id } = await client.createClientSession(members)
  const tag = block.includes('<billing-checkout') ? block : '<billing-checkout session-id="…"></billing-checkout>'
  const body = head + scriptOf(stage.server.url) + tag.replaceAll('session-id="…"', `session-id="${id}"`)
  shop = await serveShop({ body: () => body })
  await tab.goto(`${shop.url}checkout`)
}

const typeCard = async (number = '4242424242424242'): Promise<void> => {
  const frame = tab.frameLocator('billing-checkout iframe')
  const card = { number, expiry: '12/30', cvc: '123', name: 'Mina Okafor' }
  for (const [id, value] of Object.entries(card)) await frame.locator(`#${id}`).fill(value)
}

const payButton = () => tab.locator('billing-checkout [part~=button]')

/** A customer with a subscription of 9.00 a month, in the status for which this purpose is meant. */
const subscriptionFor = async (purpose: string, customer: { external_id: string; country: 'US' }): Promise<string> => {
  const card = purpose === 'recover' ? '4000 0000 0000 0341' : '4242 4242 4242 4242'
  const payment = await payAtCheckout(client, stage.server.url, { customer, plan: { id: monthly } }, card)
  const { id } = payment.subscription!
  if (purpose === 'resume') await client.scheduleCancellation(id)
  if (purpose === 'recover') await client.advanceSandboxClock({ advance: 'P1M' })
  return id
}

const membersFor = async (purpose: string): Promise<CreateClientSessionBody> => {
  // Each try has a new customer, because a customer who has the plan cannot buy it again.
  const name = `${purpose}-${randomUUID()}`
  const customer = { external_id: name, email: `${name}@example.com`, country: 'US' as const }
  if (purpose === 'subscribe') return { customer, plan: { id: monthly } }
  const price = { default: { amount: 2500, currency: 'EUR' }, countries: [] }
  if (purpose === 'pay') return { customer, plan: { id: await createPlan({ name: 'Tin', type: 'one-off', price }) } }
  const subscription = { id: await subscriptionFor(purpose, customer) }
  return { subscription, ...(purpose === 'change_plan' && { plan: { id: await createPlan(monthlyPlanAt(2000)) } }) }
}

test.each(rowsOn(page, 'What the shopper sees'))(
  'for %s the button reads “%s”, and the page gets the right events',
  async (name, button, _, carried) => {
    const purpose = name!.replaceAll('`', '')
    const members = await membersFor(purpose)
    await tab.route('**/{account,orders}', (route) => route.fulfill({ body: 'There.' }))
    await tab.addInitScript(() => {
      // Stored for the next page to read, because a call to the test can get lost when this page is left.
      const hear = (...heard: readonly unknown[]) =>
        sessionStorage.setItem('heard', JSON.stringify([...JSON.parse(sessionStorage.getItem('heard') ?? '[]'), heard]))
      document.addEventListener('billing-ready', (event) => hear((event as Event & { purpose: string }).purpose))
      document.addEventListener('billing-paid', (event) => {
        const { payment, subscription } = event as Event & { payment?: { amount: number }; subscription?: object }
        hear(payment && payment.amount, subscription !== null)
      })
    })
    const heard = (): Promise<unknown> => tab.evaluate(() => JSON.parse(sessionStorage.getItem('heard') ?? '[]'))

    await show(blockOn(page, 'html', 'update_method'), members)
    await payButton().waitFor()
    await expect.poll(async () => (await payButton().textContent())?.trim()).toBe(button)
    await expect.poll(heard).toEqual([[purpose]])
    expect(await tab.locator('h1').textContent()).toBe(purpose === 'update_method' ? 'Your card' : 'Checkout')
    if (purpose === 'recover') await tab.getByText('Use another card').click()
    if (['subscribe', 'pay', 'recover', 'update_method'].includes(purpose)) await typeCard()
    await payButton().click()
    await tab.waitForURL(carried!.includes('subscription') ? '**/account' : '**/orders')

    const due = carried!.includes('payment') ? Math.round(Number(/€([\d.]+)/.exec(button!)?.[1] ?? 0) * 100) : null
    expect(await heard()).toEqual([[purpose], [due, carried!.includes('subscription')]])
  },
)

const aPurchase = (): CreateClientSessionBody => ({
  customer: { country: 'US', email: 'mina@example.com' },
  plan: { id: monthly },
})

test('the recipe for a colour and a typeface styles the button and the card form', async () => {
  await show('', aPurchase(), `<style>${blockOn(page, 'css', 'color-accent: ')}</style>`)
  const frame = tab.frameLocator('billing-checkout iframe')
  await frame.locator('#number').waitFor()

  const looks = await payButton().evaluate((button) => {
    const { backgroundColor, color, fontFamily, borderRadius } = getComputedStyle(button)
    return { backgroundColor, color, fontFamily, borderRadius }
  })
  expect(looks).toEqual({
    backgroundColor: 'rgb(11, 110, 79)',
    color: 'rgb(255, 255, 255)',
    fontFamily: 'Georgia, serif',
    borderRadius: '999px',
  })
  await expect
    .poll(() => frame.locator('#number').evaluate((input) => getComputedStyle(input).fontFamily))
    .toBe('Georgia, serif')
})

test('the recipe for a dark page makes the panel dark, and its text light', async () => {
  await show('', aPurchase(), `<style>${blockOn(page, 'css', 'color-scheme: dark')}</style>`)
  await payButton().waitFor()

  const looks = await tab.locator('billing-checkout [part~=panel]').evaluate((panel) => {
    const { backgroundColor, color } = getComputedStyle(panel)
    return {
      backgroundColor,
      lightness: Math.min(
        ...color
          .match(/[\d.]+/g)!
          .slice(0, 3)
          .map(Number),
      ),
    }
  })
  expect(looks.backgroundColor).toBe('rgb(23, 28, 34)')
  expect(looks.lightness).toBeGreaterThan(200)
})

test('the recipe for a merchant’s own button pays with it, also after a declined card', async () => {
  await show(blockOn(page, 'html', 'checkout.submit()'), aPurchase())
  const buy = tab.locator('#buy')
  const offered = tab.locator('#buy:enabled')

  await offered.waitFor()
  expect(await payButton().isVisible()).toBe(false)
  expect((await payButton().textContent())?.trim()).toBe(await buy.textContent())
  await typeCard('4000000000009995')
  await buy.click()
  await tab.getByText('The payment was declined').first().waitFor()
  await offered.waitFor()
  await typeCard()
  await buy.click()
  await tab.locator('billing-checkout [part~=receipt]').waitFor()

  expect(await buy.isEnabled()).toBe(false)
})

test.each(['midnight', 'minimal', 'plain'])(
  'the preset %s is in the file that the page names, and is shown there',
  async (preset) => {
    const file = readFileSync(new URL(`../../../packages/element/presets/${preset}.css`, import.meta.url), 'utf8')
    const [, property, value] = /(--billing-[\w-]+): (.+);/.exec(file)!
    const link = blockOn(page, 'html', 'presets/minimal.css').replace('minimal', preset)
    await show('', aPurchase(), link.replace('https://billing.example', stage.server.url))
    await payButton().waitFor()

    const element = tab.locator('billing-checkout')
    expect(await element.evaluate((tag, name) => getComputedStyle(tag).getPropertyValue(name), property!)).toBe(value)
    expect(page).toContain(`(images/${preset}.png)`)
  },
)
