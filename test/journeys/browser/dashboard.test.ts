import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#server/cli/run/run-command.ts'
import { readConfig } from '#server/config/read-config.ts'
import { launchBrowser } from '../../support/pages/browser.ts'
import { type Demo, startDemo } from '../../support/processes/demo.ts'
import { silentLogger } from '../../support/services/use-operated-server.ts'
import { administer, useAsReader } from './dashboard/administer.ts'
import { usePasskeys } from './dashboard/passkeys.ts'
import { faultsOf, hostileNames, openWindow, pay, provideOrganization, signIn } from './dashboard/stage.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'dashboard-'))
const user = { name: 'Lena', email: 'lena@example.com', password: 'correct horse battery' }
let demo: Demo
let browser: Browser

beforeAll(async () => {
  ;[demo, browser] = await Promise.all([provideOrganization(dataDir).then(() => startDemo(dataDir)), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await demo.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test(
  'the first user sets up, finds a payment, refunds half of it and finds the refund in the log',
  { timeout: 400_000 },
  async () => {
    const { page, said } = await openWindow(browser)
    for (const name of hostileNames) await pay(page, demo, name)
    const faults: string[] = []
    const look = async (screen: string) => faults.push(...(await faultsOf(page, screen)))
    const config = readConfig({ DATA_DIR: dataDir, PORT: '0' })
    const { code } = (await runCommand(config, silentLogger, 'user set-up', {})) as { readonly code: string }

    await page.goto(`${demo.billingUrl}/dashboard/set-up`)
    await page.getByLabel('Set-up code').fill(`${code}0`)
    await page.getByLabel('Your name').fill(user.name)
    await page.getByLabel('Email address').fill(user.email)
    await page.getByLabel('Password').fill(user.password)
    await page.getByRole('button', { name: 'Create user' }).click()
    await page.getByText('This code is unknown, was used or is older than 30 minutes.').waitFor()
    await look('set-up')
    await page.getByLabel('Set-up code').fill(code)
    await page.getByRole('button', { name: 'Create user' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    // On a busy machine, work may be deferred for a moment. The page then says that this work needs attention, so reload.
    const calm = page.getByText('Nothing needs attention.')
    await page.locator('.figures').waitFor()
    while (!(await calm.isVisible())) {
      await page.reload()
      await page.locator('.figures').waitFor()
    }
    await look('home')
    await page.getByRole('link', { name: 'Payments' }).first().click()
    await page.getByText('of 4').waitFor()
    await look('payments')

    await page.keyboard.press('Control+k')
    await page.getByLabel('Name, email address, id or discount code').fill('alert(1)</script>')
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
    await page.getByRole('link', { name: 'Audit log' }).click()
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
  'an admin makes a key and a webhook, changes settings, invites, and moves the clock in the dashboard',
  { timeout: 300_000 },
  async () => {
    const { page, said } = await openWindow(browser)
    const { key, settings, link, faults } = await administer(page, demo, user)
    const invited = await useAsReader(page, link)
    await page.context().close()

    expect(key).toEqual({ allowed: [200, 403], revoked: 401 })
    expect(settings).toEqual({
      kept: ['Nine Kettles Ltd', 'https://shop.example/terms'],
      ground: 'rgb(255, 238, 0)',
      drawn: 120,
    })
    expect(invited.buttons).toBe(0)
    expect(invited.tabs).not.toContain('Team')
    expect(invited.file).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/)
    expect([invited.csv.startsWith('id,'), invited.csv.match(/^pay_/gm)?.length]).toEqual([true, hostileNames.length])
    expect(faults).toEqual([])
    expect(said().filter((line) => !/40[09]/.test(line))).toEqual([])
  },
)

test(
  'a refund that is submitted after the session has ended is sent once after the next sign-in',
  { timeout: 120_000 },
  async () => {
    const { page, said } = await openWindow(browser)
    await signIn(page, demo, { ...user, password: 'wrong wrong wrong' })
    await page.getByText('Email address or password is wrong.').waitFor()
    await page.getByLabel('Password').fill(user.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'Payments' }).first().click()
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

test('a user signs in and confirms with a passkey until they remove it', { timeout: 120_000 }, async () => {
  const { page, said } = await openWindow(browser)
  const faults: string[] = []
  const refused = await usePasskeys(page, demo, user, async (screen) => faults.push(...(await faultsOf(page, screen))))
  await page.context().close()

  expect(refused).toContain('This passkey was refused.')
  expect([faults, said()]).toEqual([[], []])
})

test(
  'an invited person joins through the link and sees payments, and later sets a new password through a link',
  { timeout: 120_000 },
  async () => {
    const leo = { email: 'leo@example.com', password: 'a battery of horses', nextPassword: 'a stable of batteries' }
    const config = readConfig({ DATA_DIR: dataDir, PORT: '0' })
    const { page, said } = await openWindow(browser)
    await signIn(page, demo, user)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    const organization = new URL(page.url()).pathname.split('/')[2]!
    const invited = (await runCommand(config, silentLogger, 'user invite', {
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
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.locator('.figures').waitFor()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('#account').getByText('Leo').waitFor()
    await page.setViewportSize({ width: 390, height: 900 })
    const header = (await page.locator('header.top').boundingBox())!
    await page.goto(invited.invitation_url)
    await page.getByLabel('Your name').fill('Eve')
    await page.getByLabel('Password').fill(leo.password)
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByText('This invitation is unknown, was used or has expired.').waitFor()

    const reset = (await runCommand(config, silentLogger, 'user reset-password', { email: leo.email })) as {
      readonly url: string
    }
    await page.goto(reset.url)
    await page.getByLabel('New password').fill(leo.nextPassword)
    faults.push(...(await faultsOf(page, 'password')))
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.locator('.figures').waitFor()
    await page.context().clearCookies()
    await signIn(page, demo, { ...leo, password: leo.nextPassword })
    await page.locator('.figures').waitFor()
    await page.context().close()

    expect(kept).toBe(leo.password)
    // The header is one row; its buttons are 36 px high.
    expect(header.height).toBeLessThan(60)
    expect(faults).toEqual([])
    expect(said().filter((line) => !line.includes('400'))).toEqual([])
  },
)
