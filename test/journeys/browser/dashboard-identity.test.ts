import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#server/cli/run/run-command.ts'
import { readConfig } from '#server/config/read-config.ts'
import { launchBrowser } from '../../support/pages/browser.ts'
import { type Demo, startDemo } from '../../support/processes/demo.ts'
import { sendFrom } from '../../support/services/dashboard.ts'
import { silentLogger } from '../../support/services/use-operated-server.ts'
import { type SoftwareIssuer, startSoftwareIssuer } from '../../support/sign-in/software-issuer.ts'
import { joinByProvider, useIdentityProvider } from './dashboard/identities.ts'
import { faultsOf, openWindow, provideOrganization } from './dashboard/stage.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'dashboard-identity-'))
const config = readConfig({ DATA_DIR: dataDir, PORT: '0' })
const user = { name: 'Lena', email: 'lena@example.com', password: 'correct horse battery' }
let demo: Demo
let browser: Browser
let issuer: SoftwareIssuer
let organization: string

beforeAll(async () => {
  issuer = await startSoftwareIssuer()
  issuer.asks = true
  const { issuer: url, clientId, clientSecret, name } = issuer.settings
  const settings = { OIDC_ISSUER: url, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name }
  organization = await provideOrganization(dataDir)
  ;[demo, browser] = await Promise.all([startDemo(dataDir, settings), launchBrowser()])
  const { code } = (await runCommand(config, silentLogger, 'user set-up', {})) as { readonly code: string }
  const { status } = await sendFrom({ url: demo.billingUrl }, 'POST', '/dashboard-set-up', { body: { code, ...user } })
  if (status !== 201) throw new Error(`The first user was not made: ${status}.`)
})
afterAll(async () => {
  await browser.close()
  await demo.stop()
  issuer.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a user signs in with an identity provider, also in the middle of their work', { timeout: 120_000 }, async () => {
  const { page, said } = await openWindow(browser)
  const faults: string[] = []
  const look = async (screen: string) => faults.push(...(await faultsOf(page, screen)))
  const { refused, unavailable } = await useIdentityProvider(page, demo, user, { issuer, look })
  await page.context().close()

  expect(refused).toContain('You were not signed in.')
  expect(unavailable).toContain('The identity provider does not answer.')
  expect([faults, said().filter((line) => !line.includes('503'))]).toEqual([[], []])
})

test('an invited person joins through the provider, without a password', { timeout: 120_000 }, async () => {
  const { page, said } = await openWindow(browser)
  const leo = { organization, email: 'leo@example.com', role: 'support' }
  const invited = (await runCommand(config, silentLogger, 'user invite', leo)) as { readonly invitation_url: string }
  issuer.lies = {}
  issuer.person = { sub: 'leo', email: leo.email, email_verified: true, name: 'Leo' }
  await joinByProvider(page, invited.invitation_url)
  const shown = await runCommand({ ...config, identityProvider: issuer.settings }, silentLogger, 'user show', {
    email: leo.email,
  })
  await page.context().close()

  expect(shown).toMatchObject({ has_password: false, identity: { subject: 'leo', is_of_former_issuer: false } })
  expect(said()).toEqual([])
})
