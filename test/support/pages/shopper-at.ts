import type { Frame, Page } from 'playwright-core'
import type { Demo } from '../processes/demo.ts'
import { checkoutOn } from './checkout-on.ts'

/** A shopper's actions in the demonstration's shop, on the page of a test. */
export const shopperAt = (demo: () => Demo, page: () => Page) => {
  const checkout = checkoutOn(page)

  return {
    ...checkout,

    goToCheckout: async (plan: string, email: string, country = 'DE'): Promise<Frame> => {
      await page().goto(`${demo().shopUrl}/?country=${country}`)
      await page()
        .locator('.card')
        .filter({ has: page().getByRole('heading', { name: plan, exact: true }) })
        .getByRole('button')
        .click()
      await page().locator('input[type=email]').fill(email)
      await page().getByRole('button', { name: 'Go on to the payment' }).click()
      return checkout.cardFrame()
    },

    paymentsOf: async (email: string) => (await demo().ask(`/payments?search=${encodeURIComponent(email)}`)).data,
  }
}
