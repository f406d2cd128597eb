import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from '../../chaos/stage.ts'
import { amountIn, daysIn } from '../../support/pages/read-english.ts'

// Tests what the shopper reads before, during and after the payment, with a real browser, the real server and a shop's page that stays
// open.

let stage: Stage
let key: string
beforeAll(async () => {
  stage = await openStage()
  const { database, wallClock } = stage.server.billing
  const organizationId = `org_${randomUUID()}`
  const wall = wallClock()
  await database
    .insertInto('organizations')
    .values({ id: organizationId, name: 'Northern Light', settings: '{}', createdAt: wall, updatedAt: wall })
    .execute()
  key = (await stage.server.apiKeys.create(organizationId, { scopes: null, wall })).key
})
afterAll(() => stage.close())

// A test looks into any answer; its expectation fails if something is missing.
// oxlint-disable-next-line typescript/no-explicit-any
const ask = async (path: string, body?: object): Promise<any> => {
  const response = await fetch(`${stage.server.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${await response.text()}`)
  return response.json()
}

const aPlan = async (name: string, amount: number): Promise<string> => {
  const price = { default: { amount, currency: 'EUR' }, countries: [] }
  return (await ask('/plans', { name, type: 'recurring', interval: 'months', interval_count: 1, price })).id
}

const openSession = async (members: object): Promise<string> =>
  stage.checkoutUrl((await ask('/client-session', { options: { locale: 'en' }, ...members })).id)

let shoppers = 0
const subscribing = async (): Promise<string> =>
  openSession({
    customer: { email: `reader${(shoppers += 1)}@example.com` },
    plan: { id: await aPlan('Reader', 3000) },
  })

const typeCard = async (page: Page, number = '4242424242424242'): Promise<void> => {
  const card = page.locator('billing-checkout').frameLocator('iframe').first()
  await card.locator('#number').fill(number)
  await card.locator('#expiry').fill('12/30')
  await card.locator('#cvc').fill('123')
  await card.locator('#name').fill('Mina Okafor')
}

const press = (page: Page) => page.locator('billing-checkout').locator('.button').last().click()

/** The text of a part of the element, after it has loaded. */
const read = async (page: Page, name: string): Promise<string> => {
  const part = page.locator(`billing-checkout [part~="${name}"]`)
  await part.first().waitFor()
  return (await part.allInnerTexts()).join(' | ').replaceAll(/\s+/g, ' ')
}

test('a change that is billed later charges the amount that the shopper has read, and the receipt stays', async () => {
  const page = await stage.browser.newPage()
  await page.goto(await subscribing())
  await typeCard(page)
  await press(page)
  const receipt = await read(page, 'receipt')
  const other = await stage.browser.newPage()
  await other.goto(page.url())
  await page.reload()

  expect(receipt).toMatch(/Reader.*€30\.00.*4242.*€30\.00/)
  expect(await read(page, 'receipt')).toBe(receipt)
  expect(await read(other, 'receipt')).toBe(receipt)
  await page.goto('about:blank')
  await page.goBack()
  expect(await read(page, 'receipt')).toBe(receipt)

  const [{ customer, subscription }] = (await ask('/payments')).data
  await ask('/sandbox/clock', { advance: 'P15D' })
  const change = { id: subscription.id, proration_billing_mode: 'prorated_next_billing_period' }
  const url = await openSession({
    customer: { id: customer.id },
    plan: { id: await aPlan('Library', 6000) },
    subscription: change,
  })
  await page.goto(url)
  await page.reload()
  const [rhythm, agreed] = [await read(page, 'rhythm'), await read(page, 'disclosure')]
  await press(page)
  const changed = await read(page, 'receipt')
  await ask('/sandbox/clock', { advance: 'P60D' })

  const { data } = await ask(`/payments?payment_status_set=${subscription.id}&order=asc`)
  const charged = data
    .slice(1)
    .map(({ created_at: at, amount }: { created_at: string; amount: number }) => [at.slice(0, 10), amount])
  const said = [agreed.split('On ')[1]!, agreed.split('From ')[1]!]
  expect(said.map((words) => [daysIn(words)[0], amountIn(words)])).toEqual(charged)
  expect([daysIn(rhythm), amountIn(rhythm)]).toEqual([charged.map(([day]: [string]) => day), charged[0][1]])
  expect([daysIn(changed)[0], amountIn(changed)]).toEqual(charged[0])
  await Promise.all([page.close(), other.close()])
})

test('a shopper who reloads during the challenge sees their method, and then the whole receipt', async () => {
  const page = await stage.browser.newPage()
  await page.goto(await subscribing())
  await typeCard(page, '4000000000003220')
  await press(page)
  const confirm = page
    .frameLocator('billing-checkout dialog iframe')
    .frameLocator('iframe')
    .getByRole('button', { name: 'Confirm', exact: true })
  await confirm.waitFor()

  await page.reload()
  await confirm.waitFor()
  expect(await read(page, 'amount')).toBe('€30.00')
  expect(await read(page, 'receipt')).toContain('3220')
  await confirm.click()
  await page.getByText('Your subscription is active').first().waitFor()
  const receipt = await read(page, 'receipt')
  await page.reload()

  expect(receipt).toMatch(/Reader.*€30\.00.*3220.*€30\.00/)
  expect(await read(page, 'receipt')).toBe(receipt)
  await page.close()
})

test('a shopper who returns from another company’s page finds the receipt, with their account', async () => {
  const page = await stage.browser.newPage()
  await page.goto(await subscribing())
  await page.locator('billing-checkout').getByRole('radio', { name: 'PayPal' }).check()
  const opened = page.waitForEvent('popup')
  await press(page)
  const popup = await opened
  const approve = popup.getByRole('button', { name: 'Approve' })
  await approve.waitFor()

  await page.reload()
  await approve.click()
  await page.getByText('Your subscription is active').first().waitFor()
  const receipt = await read(page, 'receipt')
  await page.reload()

  expect(receipt).toMatch(/Reader.*€30\.00.*PayPal.*@.*€30\.00/)
  expect(await read(page, 'receipt')).toBe(receipt)
  await page.close()
})
