import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { violationsIn, provideAxe } from '../../support/pages/axe.ts'
import { useDemoWindow } from '../../support/pages/shops/demo-window.ts'
import { focusedElementIn } from '../../support/pages/focus.ts'
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

describe('a shopper buys', () => {
  test.each([
    ['Leaf Letter', { amount: 0, status: 'trial' }],
    ['Kettle Club', { amount: 'trial price', status: 'trial' }],
    ['Daily Cup', { amount: 'price', status: 'active' }],
    ['A Year of Leaves', { amount: 'price', status: 'active' }],
    ['First Tin', { amount: 'price', status: null }],
  ] as const)('%s with a double click, pays once, and the API has that payment', async (plan, { amount, status }) => {
    const email = `${plan.replaceAll(' ', '.').toLowerCase()}@example.com`

    await typeCard(await goToCheckout(plan, email))
    await payButton().dblclick()
    await page.waitForURL('**/thanks')
    await page.getByText('What you read here comes from the billing service’s events').waitFor()

    const payments = (await paymentsOf(email)) as unknown as Payment[]
    expect(payments).toHaveLength(1)
    expect(payments[0]).toMatchObject({ payment_status: 'SETTLING', payment_type: 'CIT', customer: { email } })
    expect(payments[0]!.subscription?.status ?? null).toBe(status)
    if (amount === 0) expect(payments[0]!.amount).toBe(0)
    else expect(payments[0]!.amount).toBeGreaterThan(0)
    if (amount === 'trial price') expect(payments[0]!.amount).toBe(payments[0]!.subscription!.plan.trial_price!.amount)
    if (status === 'active') expect(payments[0]!.amount).toBe(payments[0]!.subscription!.plan.price.amount)
  })
})

interface Payment {
  readonly amount: number
  readonly payment_status: string
  readonly subscription: {
    readonly status: string
    readonly plan: { readonly price: { amount: number }; readonly trial_price: { amount: number } | null }
  } | null
}

test('a declined card is followed by a good one in the same session', async () => {
  const email = 'second.try@example.com'
  const frame = await goToCheckout('Daily Cup', email)

  await typeCard(frame, '4000000000009995')
  await payButton().click()
  await page.locator('billing-checkout').getByRole('group', { name: 'The payment was declined' }).waitFor()
  expect(await frame.locator('#name').inputValue()).toBe('Mina Okafor')
  await typeCard(frame)
  await payButton().click()
  await page.waitForURL('**/thanks')

  const statuses = (await paymentsOf(email)).map((payment) => payment['payment_status'])
  expect(statuses.toSorted()).toEqual(['DECLINED', 'SETTLING'])
})

test.each([
  ['Declined', 'Stolen card', '4000 0000 0000 9979', 'DECLINED'],
  ['Approves', 'American Express', '3782 822463 10005', 'SETTLING'],
])(
  'the test ribbon has a card labelled “%s” for “%s”, and it has that outcome',
  async (group, says, number, status) => {
    const email = `ribbon.${status.toLowerCase()}@example.com`
    const frame = await goToCheckout('Daily Cup', email)
    const checkout = page.locator('billing-checkout')

    // The ribbon can be opened only after the form has loaded.
    await checkout.locator('summary').getByText('Test mode').click()
    await checkout.getByRole('group', { name: group, exact: true }).getByRole('button', { name: says }).click()
    await expect.poll(() => frame.locator('#number').inputValue()).toBe(number)
    await payButton().click()

    await expect
      .poll(async () => (await paymentsOf(email)).map((payment) => payment['payment_status']), { timeout: 15_000 })
      .toEqual([status])
    // Closing a page while it loads the next one can block the browser forever.
    if (status === 'SETTLING') await page.waitForURL('**/thanks')
  },
)

test('a shopper buys with the keyboard alone, cancels at the bank, then confirms, and the focus is never lost', async () => {
  const email = 'keys@example.com'
  await goToCheckout('Daily Cup', email)
  await page.locator('billing-checkout').getByRole('radio').first().waitFor()
  // The test cards load with the form. Before that, the ribbon cannot be opened or focused.
  await page.locator('billing-checkout').locator('summary').getByText('Test mode').waitFor()
  const press = (key: string) => page.keyboard.press(key)
  const focusIsOn = async (name: string): Promise<void> => {
    await expect.poll(() => focusedElementIn(page), { timeout: 20_000 }).toMatch(new RegExp(name))
  }
  const typeCard = async () => {
    for (const [field, typed] of Object.entries(challengedCard)) {
      await focusIsOn(field)
      await page.keyboard.type(typed)
      await press('Tab')
    }
    // The links to the terms come before the button that agrees to them.
    for (const link of ['online', 'withdraw', 'Terms', 'Privacy', 'Help']) {
      await focusIsOn(link)
      await press('Tab')
    }
    await focusIsOn('Order with obligation to pay')
  }

  const passed: string[] = []
  while (passed.at(-1) !== 'Card') {
    await press('Tab')
    passed.push(await focusedElementIn(page))
  }
  expect(passed.slice(-2)).toEqual(['Test mode', 'Card'])
  await press('ArrowRight')
  await focusIsOn('PayPal')
  await press('ArrowLeft')
  await focusIsOn('^Card$')

  await press('Tab')
  await typeCard()
  await press('Space')

  await focusIsOn('Confirm your payment')
  await press('Tab')
  await focusIsOn('Cancel payment')
  await press('Enter')
  await focusIsOn('The payment was cancelled')

  await tabTo('Card number')
  await typeCard()
  await press('Enter')
  await focusIsOn('Confirm your payment')
  await page.frameLocator('billing-checkout dialog iframe').frameLocator('iframe').getByText('Confirm').last().waitFor()
  await tabTo('^Confirm$')
  await press('Enter')
  await page.waitForURL('**/thanks')

  const statuses = (await paymentsOf(email)).map((payment) => payment['payment_status'])
  expect(statuses.toSorted()).toEqual(['CANCELLED', 'SETTLING'])
})

test('a shopper who goes back and forward during the challenge sees it again, and pays once', async () => {
  const email = 'back.and.forth@example.com'
  const confirm = page
    .frameLocator('billing-checkout dialog iframe')
    .frameLocator('iframe')
    .getByRole('button', { name: 'Confirm', exact: true })
  await typeCard(await goToCheckout('Daily Cup', email), challengedCard['Card number'])
  await payButton().click()
  await confirm.waitFor()

  await page.goBack()
  await page.goForward()
  await confirm.click()
  await page.waitForURL('**/thanks')

  expect(await paymentsOf(email)).toMatchObject([{ payment_status: 'SETTLING' }])
})

test('after a cancelled confirmation, one Back leaves the checkout, and the bank has no second Cancel', async () => {
  const element = page.locator('billing-checkout')
  const bank = page.frameLocator('billing-checkout dialog iframe').frameLocator('iframe').locator('button')
  await typeCard(await goToCheckout('Daily Cup', 'by.the.dialog@example.com'), challengedCard['Card number'])
  const [checkout, entries] = [page.url(), await page.evaluate(() => history.length)]
  await payButton().click()
  await bank.first().waitFor()

  expect(await bank.allTextContents()).toEqual(['Confirm', 'Fail the check'])
  await element.locator('[part~=challenge-cancel]').click()
  await element.getByText('The payment was cancelled').first().waitFor()

  expect(await page.evaluate(() => history.length)).toBe(entries)
  await page.goBack()
  expect(page.url()).not.toBe(checkout)
})

test.each(['light', 'dark'] as const)(
  'the bank’s page has the %s scheme of the checkout, whatever the device prefers',
  async (theme) => {
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' })
    const frame = await goToCheckout('Daily Cup', `bank.${theme}@example.com`)
    await page.locator('billing-checkout').evaluate((element, theme) => element.setAttribute('theme', theme), theme)
    await typeCard(frame, challengedCard['Card number'])
    await payButton().click()
    const bank = page.frameLocator('billing-checkout dialog iframe').frameLocator('iframe')
    await bank.locator('button').first().waitFor()

    expect(
      await bank
        .locator('button')
        .last()
        .evaluate((button) => getComputedStyle(button).color),
    ).toBe(theme === 'dark' ? 'rgb(255, 255, 255)' : 'rgb(0, 0, 0)')
  },
)

const challengedCard = {
  'Card number': '4000000000003220',
  'Expiry date': '1230',
  'Security code': '123',
  'Name on card': 'Mina Okafor',
}

const tabTo = async (wanted: string): Promise<void> => {
  for (let tabs = 0; tabs < 40; tabs += 1) {
    if (new RegExp(wanted).test(await focusedElementIn(page))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${wanted}`)
}

test('a shopper from Japan sees yen next to the charged amount', async () => {
  await goToCheckout('Kettle Club', 'tokyo@example.com', 'JP')

  const shown = await page.locator('billing-checkout').evaluate((element) => element.shadowRoot!.textContent)
  expect(shown).toMatch(/[¥￥]/)
})

test.each([
  ['light', 'en'],
  ['dark', 'ar'],
] as const)('the checkout page has no accessibility fault, frame included (%s, %s)', async (colorScheme, language) => {
  await provideAxe(shop.context)
  await page.emulateMedia({ colorScheme })
  await page.goto(`${shop.demo.shopUrl}/?lang=${language}`)
  await page.goto(shop.demo.shopUrl)
  const violations = [...(await violationsIn(page.mainFrame()))]
  await page.locator('.card').last().getByRole('button').click()
  await page.locator('input[type=email]').fill('axe@example.com')
  await page.locator('main button').last().click()
  const frame = await cardFrame()
  violations.push(...(await violationsIn(page.mainFrame())), ...(await violationsIn(frame)))

  expect(violations).toEqual([])
})

test('the shop keeps the key, the plans and the payments after a restart', async () => {
  const before = await shop.demo.ask('/payments')
  const { apiKey } = shop.demo

  expect(await shop.restart()).toBe(0)

  expect(shop.demo.apiKey).toBe(apiKey)
  expect((await shop.demo.ask('/payments')).data).toEqual(before.data)
  expect((await shop.demo.ask('/plans')).data).toHaveLength(5)
  const webhooks = await shop.demo.ask('/webhook-deliveries')
  expect(webhooks.data.map(({ event_type: type, status }) => `${type} ${status}`)).toContain(
    'payment.created delivered',
  )
})
