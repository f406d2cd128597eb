import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { checkoutOn } from '../../../support/pages/checkout-on.ts'
import { type LookAt, openClock } from './stage.ts'

const declinedLater = '4000000000000341'

/** The operations of this story, as the audit log names them. */
export const doneInTheDashboard = [
  'createOrganization',
  'createApiKey',
  'createWebhookEndpoint',
  'createDiscount',
  'createPlan',
  'createPaymentLink',
  'updatePaymentLink',
  'refundPayment',
  'resendEmail',
  'createRecoveryLink',
  'detachPaymentMethod',
]

/** Creates the first user, who is an operator, with the code that the server printed. */
export const becomeFirstUser = async (
  page: Page,
  url: string,
  { code, password }: { readonly code: string; readonly password: string },
  look: LookAt,
): Promise<void> => {
  await page.goto(url)
  await page.getByLabel('Set-up code').fill(code)
  await page.getByLabel('Your name').fill('Lena')
  await page.getByLabel('Email address').fill('lena@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create user' }).click()
  await page.getByText('There is no organization yet').waitFor()
  await look('no organization')
}

/** Creates an organization as an operator, with a key and a webhook, and makes it send emails to its customers. */
export const makeOrganization = async (page: Page, name: string, look: LookAt): Promise<void> => {
  const dialog = page.locator('dialog[open]')
  await page.locator('#content').getByRole('button', { name: 'Create organization' }).click()
  await dialog.getByLabel('Name of the organization').fill(name)
  await look('organization')
  await dialog.getByRole('button', { name: 'Create organization' }).click()
  await page.locator('.organization', { hasText: name }).waitFor()
  await page.getByRole('link', { name: 'Developers' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByLabel('Name').fill('Shop')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.locator('code.secret').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.locator('nav.tabs').getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9/events')
  await dialog.getByRole('button', { name: 'Create endpoint' }).click()
  await dialog.locator('code.secret').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.locator('nav.tabs').getByRole('link', { name: 'Emails' }).click()
  await page.getByLabel('Emails to customers').selectOption('send')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
}

/** Sells the plan on the current page by a payment link, to a shopper whose bank declines the renewal, and refunds half. */
export const sellAndRefundHalf = async (page: Page, shopper: Page, look: LookAt): Promise<void> => {
  const dialog = page.locator('dialog[open]')
  await page.getByRole('button', { name: 'Payment link' }).click()
  await look('payment link')
  await dialog.getByRole('button', { name: 'Create payment link' }).click()
  const link = await dialog.locator('code.secret').innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  for (const [action, done] of [
    ['Switch off', 'The link is switched off'],
    ['Switch on', 'The link is active again'],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^${action} link_`) }).click()
    await dialog.getByRole('button', { name: action }).click()
    await page.getByText(done).waitFor()
  }
  await look('payment links')
  await shopper.goto(link)
  await shopper.getByLabel('Email').fill('nina@example.com')
  await shopper.getByRole('button').click()
  await payOn(shopper, declinedLater)

  await page.getByRole('link', { name: 'Payments' }).first().click()
  await page.locator('tbody a').click()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByLabel('Amount in USD').fill('5')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await page.getByText('Refunded $5.00').waitFor()
  const again = page.getByRole('button', { name: 'Send again Order confirmation' })
  // While the email is queued, the page shows it without this button.
  while (!(await again.isVisible())) {
    await page.reload()
    await page.getByText('Order confirmation').waitFor()
  }
  await again.click()
  await look('email')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('A copy will be sent').waitFor()
}

/** Moves the clock past the renewal, which is declined twice, and lets the customer pay by a recovery link. */
export const rescueRenewal = async (page: Page, shopper: Page, look: LookAt): Promise<void> => {
  const dialog = page.locator('dialog[open]')
  await openClock(page)
  await dialog.getByLabel('Move it by').selectOption('P1M')
  await dialog.getByRole('button', { name: 'Move the clock' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.locator('.columns tbody a').click()
  await page.getByText('Past due').first().waitFor()
  await page.getByRole('button', { name: 'Charge again' }).click()
  await dialog.getByRole('button', { name: 'Charge what is owed' }).click()
  await dialog.locator('.fault').waitFor()
  await look('charge again')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Recovery link' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.locator('code.secret').innerText()
  await look('recovery link')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await shopper.goto(link)
  await shopper.getByRole('button', { name: 'Continue to payment' }).click()
  await payOn(shopper)
  await page.reload()
  await page.getByText('Active').first().waitFor()
  await page.getByRole('link', { name: 'nina@example.com' }).click()
  await page.getByRole('button', { name: /^Remove payment method .*0341/ }).click()
  await look('payment method')
  await dialog.getByRole('button', { name: 'Remove payment method' }).click()
  await page.getByText('Subscriptions that it paid: 0').waitFor()
}

/** Exports the payments of a month and the whole audit log from the dashboard. */
export const exportMonth = async (page: Page, month: { readonly from: string; readonly to: string }) => {
  await page.getByRole('link', { name: 'Payments' }).first().click()
  await page.getByLabel('From').fill(month.from)
  await page.getByLabel('To').fill(month.to)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.waitForURL(/from=/)
  await page.locator('tbody a').first().waitFor()
  const payments = await saved(page)
  await page.getByRole('link', { name: 'Developers' }).click()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.locator('tbody summary').first().waitFor()
  return { payments, log: await saved(page) }
}

const saved = async (page: Page): Promise<readonly Readonly<Record<string, string>>[]> => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  return parse(readFileSync(await file.path(), 'utf8'), { columns: true, bom: true }) as never
}

const payOn = async (shopper: Page, number?: string): Promise<void> => {
  const { cardFrame, typeCard, payButton } = checkoutOn(() => shopper)
  await shopper.locator('billing-checkout iframe').waitFor({ state: 'attached' })
  await typeCard(await cardFrame(), number)
  for (const box of await shopper.locator('billing-checkout').getByRole('checkbox').all()) await box.check()
  await payButton().click()
  await shopper.locator('billing-checkout:state(paid)').waitFor()
}
