import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { drawPng } from '../../../support/pages/draw-png.ts'
import type { Demo } from '../../../support/processes/demo.ts'
import { faultsOf, signIn } from './stage.ts'

/** Creates a key and a webhook, changes settings, invites a person and moves the clock, as an admin who is also the operator. */
export const administer = async (
  page: Page,
  demo: Demo,
  user: { readonly email: string; readonly password: string },
) => {
  const faults: string[] = []
  const look = async (screen: string) => {
    await page.locator('.progress').first().waitFor({ state: 'detached' })
    faults.push(...(await faultsOf(page, screen)))
  }
  const dialog = page.locator('dialog')
  const endpoint = 'http://127.0.0.1:9/events'
  const tab = (name: string) => page.locator('nav.tabs').getByRole('link', { name })
  await signIn(page, demo, user)
  await page.getByRole('heading', { name: 'Home' }).waitFor()

  await page.getByRole('link', { name: 'Developers' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByLabel('Name').fill('Shop')
  await dialog.getByLabel('What it may do').selectOption('some')
  await dialog.getByLabel('plans').selectOption('read')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = await dialog.locator('code.secret').innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('plans:read').waitFor()
  await look('keys')
  const headers = { Authorization: `Bearer ${key}` }
  const statusOf = async (path: string) => (await fetch(`${demo.billingUrl}${path}`, { headers })).status
  const allowed = [await statusOf('/plans'), await statusOf('/customers')]
  await page.getByRole('button', { name: 'Revoke Shop' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('The key is revoked').waitFor()
  const revoked = await statusOf('/plans')

  await tab('Webhooks').click()
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  await dialog.getByLabel('Address').fill(endpoint)
  await dialog.getByLabel('Types of events').fill('payment.updated\nno.such')
  await dialog.getByRole('button', { name: 'Create endpoint' }).click()
  await dialog.locator('.fault').waitFor()
  await dialog.getByLabel('Types of events').fill('payment.updated')
  await dialog.getByRole('button', { name: 'Create endpoint' }).click()
  await dialog.locator('code.secret').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: `Edit ${endpoint}` }).click()
  await dialog.getByLabel('Description').fill('Fulfilment')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Fulfilment').waitFor()
  await page.getByRole('button', { name: `Test ${endpoint}` }).click()
  await page.locator('summary', { hasText: 'webhook_endpoint.test' }).first().waitFor()
  await look('webhooks')
  await page.getByRole('button', { name: `Delete ${endpoint}` }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: `Edit ${endpoint}` }).waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Name of the company').fill('Nine Kettles Ltd')
  await page.getByLabel('Address of your terms').fill('https://shop.example/terms')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Your session has ended.').waitFor()
  await dialog.getByLabel('Password').fill(user.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await look('organization')
  await page.reload()
  await page.getByLabel('Name of the company').waitFor()
  const kept = [
    await page.getByLabel('Name of the company').inputValue(),
    await page.getByLabel('Address of your terms').inputValue(),
  ]
  await tab('Branding').click()
  const upload = async (name: string, buffer: Buffer) => {
    await page.getByLabel('Logo').setInputFiles({ name, mimeType: 'image/png', buffer })
    await page.getByRole('button', { name: 'Save' }).click()
  }
  await upload('photo.png', Buffer.alloc(100_001))
  await page.locator('.fault', { hasText: 'at most 100 kB' }).waitFor()
  await upload('empty.png', Buffer.from('no image'))
  await page.locator('.fault', { hasText: 'PNG or WebP by its content' }).waitFor()
  await upload('logo.png', drawPng({ width: 120 }))
  await page.getByLabel('Remove the logo').waitFor()
  const logo = page.locator('img.logo')
  const drawn = await logo.evaluate(async (image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))
  await page.getByLabel('Colour').fill('#ffee00')
  await look('branding')
  const ground = await page.locator('.brand-preview').evaluate((box) => getComputedStyle(box).backgroundColor)
  await page.getByLabel('Remove the logo').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await logo.waitFor({ state: 'detached' })
  for (const name of ['Emails', 'Tax', 'Customer portal', 'Connections']) {
    await tab(name).click()
    await page.locator('nav.tabs [aria-current]', { hasText: name }).waitFor()
    await look(name)
  }
  await tab('Team').click()
  await page.getByRole('button', { name: 'Change role Lena' }).click()
  await dialog.getByLabel('Role').selectOption('support')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await dialog.getByText('The organization needs an admin.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  await dialog.getByLabel('Email address').fill('mona@example.com')
  await dialog.getByLabel('Role').selectOption('read_only')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = await dialog.locator('code.secret').innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('mona@example.com').waitFor()
  await look('team')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Sandbox clock' }).first().click()
  await dialog.getByText('It moves the time of all organizations').waitFor()
  await look('clock')
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Move the clock' }).click()
  await page.getByText(/^It is .+ by the sandbox clock now$/).waitFor()
  if ((await dialog.count()) > 0) await dialog.getByRole('button', { name: 'Done' }).click()

  return { key: { allowed, revoked }, settings: { kept, ground, drawn }, link, faults }
}

/** Joins by an invitation as a read-only user, exports the payments and looks for actions that the role may not take. */
export const useAsReader = async (page: Page, link: string) => {
  await page.goto(link)
  await page.getByLabel('Your name').fill('Mona')
  await page.getByLabel('Password').fill('a horse of batteries')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.getByRole('link', { name: 'Payments' }).first().click()
  await page.locator('tbody a').first().waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const csv = readFileSync(await file.path(), 'utf8')
  await page.locator('tbody a').first().click()
  await page.locator('.timeline').getByText('payment.created').waitFor()
  const offered = await page.getByRole('button', { name: /^(Refund|Sandbox clock)$/ }).count()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByText('Only an admin may change settings.').waitFor()
  const tabs = await page.locator('nav.tabs a').allInnerTexts()

  return { buttons: offered, tabs, file: file.suggestedFilename(), csv }
}
