import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { runCommand } from '#server/cli/run/run-command.ts'
import { readConfig } from '#server/config/read-config.ts'
import { silentLogger } from '../../../support/services/use-operated-server.ts'
import { provideAxe } from '../../../support/pages/axe.ts'
import { checkoutOn } from '../../../support/pages/checkout-on.ts'
import { faultsInLooks, phoneAndDesktop } from '../../../support/pages/looks.ts'
import type { Demo } from '../../../support/processes/demo.ts'

/** Names of shoppers that contain scripts, which must not run in the page of the merchant who sees them. */
export const hostileNames = [
  '<img src=x onerror="document.title=1">',
  '"><script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202E<svg/onload=alert(1)>',
]

const call = async (demo: Demo, path: string, body: object) => {
  const headers = { Authorization: `Bearer ${demo.apiKey}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${demo.billingUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { readonly id: string }
}

/** Chromium's hints about a form, or about a dialog whose field takes the focus from another element. */
const notices = /^\[DOM\]|^Autofocus processing was blocked/

/**
 * A window of this width in pixels. `said` returns what its page wrote to the console, its uncaught errors and its dialogs, except for the
 * answer to a browser without a session, and Chromium's hints about forms, which appear if a form is shown for long enough.
 */
export const openWindow = async (browser: Browser, width = 1440) => {
  // Without animations, because a color has too little contrast while it fades in.
  const reducedMotion = 'reduce'
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width, height: 900 }, reducedMotion })
  await provideAxe(context)
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  page.on('dialog', (dialog) => said.push(dialog.message()))
  return { page, said: () => said.filter((line) => !line.includes('401') && !notices.test(line)) }
}

/** Signs a user in. */
export const signIn = async (
  page: Page,
  demo: Demo,
  { email, password }: { readonly email: string; readonly password: string },
) => {
  await page.goto(`${demo.billingUrl}/dashboard`)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Pays in our checkout as a shopper with this name. */
export const pay = async (page: Page, demo: Demo, name: string): Promise<void> => {
  const plan = await call(demo, '/plans', {
    name,
    type: 'one-off',
    price: { default: { amount: 1991, currency: 'EUR' }, countries: [] },
  })
  const customer = { external_id: crypto.randomUUID(), email: 'mina@example.com', full_name: name, country: 'ME' }
  const session = await call(demo, '/client-session', { customer, plan: { id: plan.id } })
  const { cardFrame, typeCard, payButton } = checkoutOn(() => page)
  await page.goto(`${demo.billingUrl}/pay/${session.id}`)
  await typeCard(await cardFrame())
  await payButton().click()
  await page.locator('billing-checkout:state(paid)').waitFor()
}

/** Checks the screen that is shown, and records its faults under the given name. */
export type LookAt = (screen: string) => Promise<unknown>

/** The faults that axe finds on the screen that is shown, and what does not fit its width, at both sizes and in both color schemes. */
export const faultsOf = async (page: Page, screen: string): Promise<readonly string[]> =>
  (await faultsInLooks(page, phoneAndDesktop(phone, 1440))).map((fault) => `${screen} ${fault}`)

/** A phone's width in pixels. */
export const phone = 390

/** Opens the sandbox clock, which is in the menu on a phone. */
export const openClock = async (page: Page): Promise<void> => {
  const button = page.getByRole('button', { name: 'Sandbox clock' })
  if (page.viewportSize()?.width === phone) await page.getByRole('button', { name: 'Menu' }).click()
  await button.filter({ visible: true }).first().click()
}
/**
 * Creates an organization before the demonstration starts. Otherwise, the demonstration would create its own, together with a first user.
 */
export const provideOrganization = async (dataDir: string): Promise<string> => {
  const config = readConfig({ DATA_DIR: dataDir, MODE: 'sandbox' })
  const { id } = (await runCommand(config, silentLogger, 'organization create', { name: 'Nine Kettles' })) as {
    readonly id: string
  }
  const { key } = (await runCommand(config, silentLogger, 'key create', { organization: id })) as {
    readonly key: string
  }
  mkdirSync(join(dataDir, 'shop'))
  writeFileSync(
    join(dataDir, 'shop', 'credentials.json'),
    JSON.stringify({ organizationId: id, apiKey: key, dashboardUser: null }),
  )
  return id
}
