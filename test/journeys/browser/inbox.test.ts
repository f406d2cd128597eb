import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { provideAxe } from '../../support/pages/axe.ts'
import { faultsInLooks, phoneAndDesktop } from '../../support/pages/looks.ts'
import { useDemoWindow } from '../../support/pages/shops/demo-window.ts'
import { shopperAt } from '../../support/pages/shopper-at.ts'

const shop = useDemoWindow()
let page: Page
beforeEach(() => {
  page = shop.page
})

const { goToCheckout, typeCard, payButton } = shopperAt(
  () => shop.demo,
  () => page,
)

/** Subscribes to Daily Cup with a card, and opens the account. */
const subscribe = async (email: string): Promise<void> => {
  await typeCard(await goToCheckout('Daily Cup', email))
  await payButton().click()
  await page.waitForURL('**/thanks')
  await page.locator('.thanks:not([data-waits-for])').waitFor()
  await page.goto(`${shop.demo.shopUrl}/account`)
}

/** Follows a link in the shop to the page of emails, which opens in a new window, and waits until it shows an email to each address. */
const openInbox = async (name: string, ...addresses: readonly string[]): Promise<Page> => {
  const [inbox] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name }).click()])
  inbox.on('console', (message) => shop.consoleMessages.push(message.text()))
  await inbox.waitForLoadState()
  // The server sends emails within seconds.
  await expect
    .poll(
      async () => {
        const counts = await Promise.all(addresses.map((address) => inbox.getByText(address).count()))
        if ((await inbox.locator('.list a').count()) > 0 && counts.every((count) => count > 0)) return true
        await inbox.reload()
        return false
      },
      { interval: 500, timeout: 30_000 },
    )
    .toBe(true)
  return inbox
}

const kindsIn = (inbox: Page): Promise<readonly string[]> => inbox.locator('.list .kind').allTextContents()

test('a customer’s inbox has a year of emails, in order', async () => {
  await subscribe('year@example.com')
  const moved = await fetch(`${shop.demo.billingUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${shop.demo.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ advance: 'P1Y' }),
  })
  const inbox = await openInbox('Inbox')
  const kinds = await kindsIn(inbox)
  const times = await inbox
    .locator('.list time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime')!))

  expect(moved.status).toBe(200)
  expect(kinds).toEqual([...Array.from({ length: 12 }, () => 'Receipt'), 'Order confirmation'])
  expect(times).toEqual(times.toSorted().toReversed())
  expect(new Set(times.map((time) => time.slice(0, 7))).size).toBe(13)
})

test('the back office’s time machine links to the emails of all customers', async () => {
  const [one, other] = [`${crypto.randomUUID()}@example.com`, `${crypto.randomUUID()}@example.com`]
  await subscribe(one)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${shop.demo.shopUrl}/`)
  await subscribe(other)
  await page.goto(`${shop.demo.shopUrl}/orders`)
  const inbox = await openInbox('See the emails', one, other)

  expect(await inbox.getByText('All addresses').count()).toBe(0)
})

test('a script in an email does not run, either in the page or in the email’s own document', async () => {
  await subscribe('script@example.com')
  const inbox = await openInbox('Inbox')
  await inbox.route('**/html', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: '<p>Hostile</p><script>console.log("It ran.")</script>' })
  })
  await inbox.locator('.list a').first().click()
  await inbox.frameLocator('iframe').getByText('Hostile').waitFor()
  await inbox.goto(`${inbox.url()}/html`)
  await inbox.getByText('Hostile').waitFor()

  expect(shop.consoleMessages.splice(0)).toEqual([
    expect.stringContaining('Blocked script execution'),
    expect.stringContaining('Blocked script execution'),
  ])
})

test('the pages of emails fit a phone and a desktop, light and dark, and have no accessibility fault', async () => {
  await provideAxe(shop.context)
  await subscribe(`${crypto.randomUUID()}@example.com`)
  const inbox = await openInbox('Inbox')
  const looks = phoneAndDesktop(320, 1280)
  const faults = [...(await faultsInLooks(inbox, looks))]

  await inbox.locator('.list a').first().focus()
  await inbox.keyboard.press('Enter')
  await inbox.frameLocator('iframe').getByText('Thank you').first().waitFor()

  expect([...faults, ...(await faultsInLooks(inbox, looks))]).toEqual([])
})
