import type { Page } from 'playwright-core'
import type { Demo } from '../../../support/processes/demo.ts'
import type { SoftwareIssuer } from '../../../support/sign-in/software-issuer.ts'
import { type LookAt, signIn } from './stage.ts'

interface User {
  readonly email: string
  readonly password: string
}

/** The issuer, and a function that checks each screen. */
interface Stage {
  readonly issuer: SoftwareIssuer
  readonly look: LookAt
}

/**
 * Signs in with the issuer from a link to payments, signs in again in a separate window when the session ends during work, and unlinks the
 * account. Returns what the page said to an unknown person, and to a user whose issuer failed during the sign-in.
 */
export const useIdentityProvider = async (page: Page, demo: Demo, user: User, { issuer, look }: Stage) => {
  issuer.person = { sub: 'lena', email: user.email, email_verified: true, name: 'Lena' }
  const dialog = page.locator('dialog')
  const byProvider = page.getByRole('button', { name: 'Sign in with Tea Company' })
  await signIn(page, demo, user)
  await page.getByRole('link', { name: 'Payments' }).first().click()
  await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor()
  const address = page.url()
  await page.context().clearCookies()

  await page.goto(address)
  await byProvider.waitFor()
  await look('sign-in with a provider')
  await byProvider.click()
  await page.getByRole('heading', { name: 'Issuer' }).waitFor()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor()
  await page.waitForURL(address)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByRole('heading', { name: 'Sign-in with Tea Company' }).waitFor()
  await page.getByText('lena', { exact: true }).waitFor()
  await look('linked account')

  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Customers' }).first().click()
  await page.getByText('Your session has ended.').waitFor()
  await look('question with a provider')
  const [other] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Use Tea Company' }).click(),
  ])
  await Promise.all([other.waitForEvent('close'), other.getByRole('link', { name: 'Continue' }).click()])
  await page.getByText('Your session has ended.').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Unlink account' }).click()
  await dialog.getByRole('button', { name: 'Unlink account' }).click()
  await page.getByText('Not linked').waitFor()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()

  issuer.person = { sub: 'stranger', email: 'stranger@example.com', email_verified: true }
  await byProvider.click()
  await page.getByRole('link', { name: 'Continue' }).click()
  const refused = await page.locator('.fault').innerText()
  await look('refusal of a provider')
  await page.getByRole('link', { name: 'Back to sign-in' }).click()

  await byProvider.click()
  await page.getByRole('heading', { name: 'Issuer' }).waitFor()
  issuer.lies = { answers: { status: 500, body: 'broken' } }
  await page.getByRole('link', { name: 'Continue' }).click()
  const unavailable = await page.locator('.fault').innerText()
  await signIn(page, demo, user)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  return { refused, unavailable }
}

/** Joins an organization by an invitation with an issuer's account. */
export const joinByProvider = async (page: Page, invitationUrl: string): Promise<void> => {
  await page.goto(invitationUrl)
  await page.getByRole('button', { name: 'Join with Tea Company' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('#account').getByText('Leo').waitFor()
}
