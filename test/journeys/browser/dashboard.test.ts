import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#server/cli/run/run-command.ts'
import { readConfig } from '#server/config/read-config.ts'
import { provideAxe, violationsIn } from '../../support/pages/axe.ts'
import { launchBrowser } from '../../support/pages/browser.ts'
import { checkoutOn } from '../../support/pages/checkout-on.ts'
import { makeDiscount, makePlan, previewInGermany } from '../../support/pages/offers-on-dashboard.ts'
import { overflowsOf } from '../../support/pages/stage-documents.ts'
import { type Demo, startDemo } from '../../support/processes/demo.ts'
import { silent } from '../../support/services/use-operated-server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'dashboard-'))
const user = { name: 'Lena', email: 'lena@example.com', password: 'correct horse battery' }
/** What shoppers may call themselves, to run in the page of the merchant who looks at them. */
const hostileNames = [
  '<img src=x onerror="document.title=1">',
  '"><script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202E<svg/onload=alert(1)>',
]
let demo: Demo
let browser: Browser

beforeAll(async () => {
  ;[demo, browser] = await Promise.all([provideOrganization().then(() => startDemo(dataDir)), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await demo.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The demonstration makes a first user together with its organization, so this one exists before it. */
const provideOrganization = async (): Promise<void> => {
  const config = readConfig({ DATA_DIR: dataDir, MODE: 'sandbox' })
  const { id } = (await runCommand(config, silent, 'organization create', { name: 'Nine Kettles' })) as {
    readonly id: string
  }
  const { key } = (await runCommand(config, silent, 'key create', { organization: id })) as { readonly key: string }
  mkdirSync(join(dataDir, 'shop'))
  writeFileSync(
    join(dataDir, 'shop', 'credentials.json'),
    JSON.stringify({ organizationId: id, apiKey: key, dashboardUser: null }),
  )
}

const call = async (path: string, body: object) => {
  const headers = { Authorization: `Bearer ${demo.apiKey}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${demo.billingUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { readonly id: string }
}

/** A window that notes what its page wrote to the console, except the answer to a browser without a session. */
const openWindow = async () => {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  await provideAxe(context)
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  page.on('dialog', (dialog) => said.push(dialog.message()))
  return { page, said: () => said.filter((line) => !line.includes('401')) }
}

const signIn = async (page: Page, { email, password }: { readonly email: string; readonly password: string }) => {
  await page.goto(`${demo.billingUrl}/dashboard`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A payment of a shopper with this name, made at our checkout. */
const pay = async (page: Page, name: string): Promise<void> => {
  const plan = await call('/plans', {
    name,
    type: 'one-off',
    price: { default: { amount: 1991, currency: 'EUR' }, countries: [] },
  })
  const customer = { external_id: crypto.randomUUID(), email: 'mina@example.com', full_name: name, country: 'ME' }
  const session = await call('/client-session', { customer, plan: { id: plan.id } })
  const { cardFrame, typeCard, payButton } = checkoutOn(() => page)
  await page.goto(`${demo.billingUrl}/pay/${session.id}`)
  await typeCard(await cardFrame())
  await payButton().click()
  await page.locator('billing-checkout:state(paid)').waitFor()
}

/** What axe and the width of the page find wrong on the screen that is shown, at both sizes and in both schemes. */
const faultsOf = async (page: Page, screen: string): Promise<readonly string[]> => {
  const faults: string[] = []
  for (const width of [390, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      const found = [...(await violationsIn(page.mainFrame())), ...(await overflowsOf(page))]
      faults.push(...found.map((fault) => `${screen} ${width} ${colorScheme}: ${fault}`))
    }
  return faults
}

test(
  'the first user sets up, finds a payment, refunds half of it and finds the refund in the log',
  { timeout: 400_000 },
  async () => {
    const { page, said } = await openWindow()
    for (const name of hostileNames) await pay(page, name)
    const faults: string[] = []
    const look = async (screen: string) => faults.push(...(await faultsOf(page, screen)))
    const config = readConfig({ DATA_DIR: dataDir, PORT: '0' })
    const { code } = (await runCommand(config, silent, 'user set-up', {})) as { readonly code: string }

    await page.goto(`${demo.billingUrl}/dashboard/set-up`)
    await page.getByLabel('Set-up code').fill(`${code}0`)
    await page.getByLabel('Your name').fill(user.name)
    await page.getByLabel('E-mail address').fill(user.email)
    await page.getByLabel('Password').fill(user.password)
    await page.getByRole('button', { name: 'Create user' }).click()
    await page.getByText('This code is unknown, was used or is older than 30 minutes.').waitFor()
    await look('set-up')
    await page.getByLabel('Set-up code').fill(code)
    await page.getByRole('button', { name: 'Create user' }).click()
    await page.getByRole('heading', { name: 'Payments' }).waitFor()
    await page.getByText('of 4').waitFor()
    await look('payments')

    await page.keyboard.press('Control+k')
    await page.getByLabel('Name, e-mail address or id').fill('alert(1)</script>')
    await page.locator('dialog .results a').first().waitFor()
    await look('search')
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Search' }).fill('alert(1)</script>')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByText('1–1 of 1').waitFor()
    await page.locator('tbody a').click()
    await page.getByRole('heading', { name: '€19.91' }).waitFor()
    const address = page.url()
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByLabel('Amount in EUR').fill('99')
    await page.locator('dialog').getByRole('button', { name: 'Refund' }).click()
    await page.getByText('Enter an amount between €0.01 and €19.91.').waitFor()
    await look('refund')
    await page.getByLabel('Amount in EUR').fill('9.95')
    await page.locator('dialog').getByRole('button', { name: 'Refund' }).click()
    await page.getByText('Refunded €9.95').waitFor()
    await page.getByText('refund.created').waitFor()
    await look('payment')

    await page.getByRole('link', { name: hostileNames[1]! }).first().click()
    await page.getByRole('heading', { name: 'Consents' }).waitFor()
    await look('customer')
    await page.getByRole('link', { name: 'Developers' }).click()
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
    await page.locator('summary', { hasText: 'refund.created' }).first().click()
    await page.locator('details[open]', { hasText: '"amount": 995' }).waitFor()
    await look('audit log')
    for (const [link, heading] of [
      ['Events', 'Events'],
      ['Webhooks', 'Webhooks'],
      ['Customers', 'Customers'],
      ['Subscriptions', 'Subscriptions'],
    ] as const) {
      await page.getByRole('link', { name: link }).click()
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await page.locator('.progress').first().waitFor({ state: 'detached' })
      await look(heading)
    }
    const titles = await page.title()
    await page.goto(address)
    await page.getByRole('heading', { name: '€19.91' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Subscriptions', level: 1 }).waitFor()
    await page.context().close()

    expect(titles).toContain('Subscriptions')
    expect(faults).toEqual([])
    expect(said()).toEqual([])
  },
)

test(
  'a refund that is typed while the session ends is sent once after signing in again',
  { timeout: 120_000 },
  async () => {
    const { page, said } = await openWindow()
    await signIn(page, { ...user, password: 'wrong wrong wrong' })
    await page.getByText('E-mail address or password is wrong.').waitFor()
    await page.getByLabel('Password').fill(user.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('tbody a').first().click()
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByLabel('Amount in EUR').fill('3')

    await page.context().clearCookies()
    await page.locator('dialog').getByRole('button', { name: 'Refund' }).click()
    await page.getByText('Your session has ended.').waitFor()
    await page.locator('dialog').getByLabel('Password').fill(user.password)
    await page.locator('dialog').getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Refunded €3.00').waitFor()
    const refunds = page.locator('section', { hasText: 'Refunds' }).locator('.rows li')
    await refunds.first().waitFor()
    const count = await refunds.count()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByText('Check your connection, then try again.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('tbody a').first().waitFor()
    await page.context().close()

    expect(count).toBe(1)
    expect(said().filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  },
)

test(
  'an invited person joins by the link and sees payments, and later sets another password by a link',
  { timeout: 120_000 },
  async () => {
    const leo = { email: 'leo@example.com', password: 'a battery of horses', nextPassword: 'a stable of batteries' }
    const config = readConfig({ DATA_DIR: dataDir, PORT: '0' })
    const { page, said } = await openWindow()
    await signIn(page, user)
    await page.getByRole('heading', { name: 'Payments' }).waitFor()
    const organization = new URL(page.url()).pathname.split('/')[2]!
    const invited = (await runCommand(config, silent, 'user invite', {
      organization,
      email: leo.email,
      role: 'support',
    })) as { readonly invitation_url: string }

    await page.goto(invited.invitation_url)
    await page.getByRole('heading', { name: 'Join an organization' }).waitFor()
    await page.getByLabel('Password').fill(leo.password)
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByText('Type your name').waitFor()
    const kept = await page.getByLabel('Password').inputValue()
    const faults = [...(await faultsOf(page, 'invitation'))]
    await page.getByLabel('Your name').fill('Leo')
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('heading', { name: 'Payments' }).waitFor()
    await page.locator('tbody a').first().waitFor()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('#account').getByText('Leo').waitFor()
    await page.setViewportSize({ width: 390, height: 900 })
    const header = (await page.locator('header.top').boundingBox())!
    await page.goto(invited.invitation_url)
    await page.getByLabel('Your name').fill('Eve')
    await page.getByLabel('Password').fill(leo.password)
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByText('This invitation is unknown, was used or has expired.').waitFor()

    const reset = (await runCommand(config, silent, 'user reset-password', { email: leo.email })) as {
      readonly url: string
    }
    await page.goto(reset.url)
    await page.getByLabel('New password').fill(leo.nextPassword)
    faults.push(...(await faultsOf(page, 'password')))
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.locator('tbody a').first().waitFor()
    await page.context().clearCookies()
    await signIn(page, { ...leo, password: leo.nextPassword })
    await page.locator('tbody a').first().waitFor()
    await page.context().close()

    expect(kept).toBe(leo.password)
    // One row: its buttons are 36 px high.
    expect(header.height).toBeLessThan(60)
    expect(faults).toEqual([])
    expect(said().filter((line) => !line.includes('400'))).toEqual([])
  },
)

test(
  'a plan in three currencies and a discount, made on the dashboard alone, have the German price in the real checkout',
  { timeout: 120_000 },
  async () => {
    const { page, said } = await openWindow()
    await signIn(page, user)
    const faults: string[] = []
    const look = async (screen: string) => faults.push(...(await faultsOf(page, screen)))

    await makeDiscount(page, 'SPRING20', user.password, look)
    await makePlan(page, 'Seats', look)
    const shown = await previewInGermany(page, 'SPRING20', look)
    await page.context().close()

    expect(shown.rhythm).toMatch(/^7,92\s€ pro Monat bis zum /)
    expect([shown.button, shown.frames]).toEqual(['Zahlungspflichtig bestellen', 0])
    expect([faults, said()]).toEqual([[], []])
  },
)
