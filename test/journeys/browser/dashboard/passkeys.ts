import type { Page } from 'playwright-core'
import type { Demo } from '../../../support/processes/demo.ts'
import { type LookAt, signIn } from './stage.ts'

interface User {
  readonly email: string
  readonly password: string
}

/**
 * Adds a passkey with Chromium's own authenticator, and signs in with it. Confirms the user's identity with the passkey after a session
 * ended and before a change, and removes the passkey. Returns what the page said when the removed passkey was used.
 */
export const usePasskeys = async (page: Page, demo: Demo, user: User, look: LookAt): Promise<string> => {
  await withAuthenticator(page)
  const dialog = page.locator('dialog')
  const byPasskey = page.getByRole('button', { name: 'Sign in with a passkey' })
  await signIn(page, demo, user)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByText('No passkeys').waitFor()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Name').fill('Laptop')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('The passkey is added').waitFor()
  await page.getByRole('button', { name: 'Rename Laptop' }).waitFor()
  await look('account')

  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Payments' }).first().click()
  await page.getByText('Your session has ended.').waitFor()
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await page.locator('tbody a').first().waitFor()

  await page.context().clearCookies()
  await page.goto(`${demo.billingUrl}/dashboard`)
  await byPasskey.waitFor()
  await look('sign-in')
  await byPasskey.click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No passkeys').waitFor()

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await byPasskey.click()
  return page.locator('.fault').innerText()
}

/** Adds a virtual authenticator to the browser, which verifies its user without asking. */
const withAuthenticator = async (page: Page): Promise<void> => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
