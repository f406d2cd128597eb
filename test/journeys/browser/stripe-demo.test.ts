import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../../support/pages/browser.ts'
import { type Demo, startDemo } from '../../support/processes/demo.ts'

const script = fileURLToPath(new URL('../../../packages/stripe/testing/serve.ts', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'stripe-demo-'))
let fake: ChildProcess
let demo: Demo
let browser: Browser

/** The settings in the command that `npm run fake-stripe` prints, except for the data folder. */
const printedSettings = async (): Promise<NodeJS.ProcessEnv> => {
  let printed = ''
  for await (const chunk of fake.stdout!) {
    printed += String(chunk)
    if (printed.includes('npm start')) break
  }
  return Object.fromEntries([...printed.matchAll(/(STRIPE_\w+)=(\S+)/g)].map(([, name, value]) => [name!, value]))
}

beforeAll(async () => {
  fake = spawn(process.execPath, [script], { env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] })
  ;[demo, browser] = await Promise.all([startDemo(dataDir, await printedSettings()), launchBrowser()])
})
afterAll(async () => {
  // Stop the fake first, because the runner cannot end while the fake runs.
  fake?.kill('SIGTERM')
  await browser?.close()
  await demo?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test.each([
  ['Apple Pay', 'APPLE_PAY', { width: 390, height: 844 }, 'dark'],
  ['Google Pay', 'GOOGLE_PAY', { width: 1280, height: 900 }, 'light'],
] as const)(
  'the demo shop, started as the fake of Stripe advises, sells through the button of %s',
  async (name, kind, viewport, colorScheme) => {
    const context = await browser.newContext({ viewport, colorScheme, locale: 'en-GB' })
    const page = await context.newPage()
    const email = `${kind.toLowerCase()}@example.com`
    await page.goto(`${demo.shopUrl}/?country=DE`)
    await page
      .locator('.card')
      .filter({ has: page.getByRole('heading', { name: 'Daily Cup', exact: true }) })
      .getByRole('button')
      .first()
      .click()
    await page.locator('input[type=email]').fill(email)
    await page.getByRole('button', { name: 'Go on to the payment' }).click()
    const checkout = page.locator('billing-checkout')
    await checkout.getByText(name, { exact: true }).click()
    await checkout.getByRole('button').last().click()
    const wallet = page.frameLocator('billing-checkout dialog iframe').frameLocator('iframe')
    const press = (button: string) =>
      wallet.getByRole('button', { name: button, exact: true }).evaluate((element) => (element as HTMLElement).click())
    await wallet.getByRole('button', { name, exact: true }).waitFor()
    await press(name)
    await wallet.getByRole('button', { name: 'Confirm', exact: true }).waitFor()
    await press('Confirm')
    await page.waitForURL('**/thanks')

    const { data } = await demo.ask(`/payments?search=${encodeURIComponent(email)}`)
    expect(data).toMatchObject([{ payment_method: { type: kind }, processor: { id: 'con_stripe' } }])
    await context.close()
  },
)
