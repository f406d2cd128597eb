import type { Page } from 'playwright-core'
import type { LookAt } from './stage.ts'

/** Makes a plan in three currencies in the dashboard, and returns when its page is shown. */
export const makePlan = async (page: Page, name: string, look: LookAt): Promise<void> => {
  await page.getByRole('link', { name: 'Plans', exact: true }).click()
  await page.getByRole('button', { name: 'Create plan' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Name').fill(name)
  await dialog.locator('#field-amount_0').fill('10')
  await dialog.locator('#field-currency_0').fill('USD')
  for (const [row, countries, amount, currency] of [
    ['1', 'DE, AT', '9.90', 'eur'],
    ['2', 'JP', '1500.50', 'JPY'],
  ] as const) {
    await dialog.getByRole('button', { name: 'Add a price for countries' }).click()
    await dialog.locator(`#field-countries_${row}`).fill(countries)
    await dialog.locator(`#field-amount_${row}`).fill(amount)
    await dialog.locator(`#field-currency_${row}`).fill(currency)
  }
  await dialog.getByLabel('Smallest quantity').fill('1')
  await dialog.getByLabel('Largest quantity').fill('20')
  await dialog.getByRole('button', { name: 'Create plan' }).click()
  await dialog.getByText('Enter an amount in JPY, such as 1.').waitFor()
  await look('plan editor')
  await dialog.locator('#field-amount_2').fill('1500')
  await dialog.getByRole('button', { name: 'Create plan' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** Makes a discount of 20 % for three periods with a code. The session ends before the form is sent. */
export const makeDiscount = async (page: Page, code: string, password: string, look: LookAt): Promise<void> => {
  await page.getByRole('link', { name: 'Discounts', exact: true }).click()
  await page.getByRole('button', { name: 'Create discount' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Name').fill('Spring')
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByLabel('Per cent').last().fill('20')
  await dialog.getByLabel('For how long').selectOption('periods')
  await dialog.getByLabel('Paid periods').fill('3')
  await look('discount editor')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Create discount' }).click()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Spring', level: 1 }).waitFor()
  await look('discount')
}

/** Shows what a German customer with a code sees of a plan, in the real checkout on the plan's page. */
export const previewInGermany = async (page: Page, code: string, look: LookAt) => {
  const form = page.getByRole('form', { name: 'Price by country' })
  await form.getByLabel('Country').selectOption('DE')
  await form.getByLabel('Language').selectOption('de')
  await form.getByLabel('Discount code').fill(code)
  await form.getByLabel('Discount code').press('Enter')
  const checkout = page.locator('billing-checkout')
  await checkout.getByText('Vorschau').waitFor()
  await checkout.getByText('Spring').first().waitFor()
  await look('preview')
  const words = async (part: string) =>
    (await checkout.locator(`[part~=${part}]`).first().textContent())?.replaceAll(/\s+/g, ' ').trim()
  return { rhythm: await words('rhythm'), button: await words('button'), frames: page.frames().length - 1 }
}
