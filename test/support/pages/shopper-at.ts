import type { Frame, Page } from 'playwright-core'
import type { Demo } from '../processes/demo.ts'

/** What a shopper does in the demonstration's shop, on the page of a test. */
export const shopperAt = (demo: () => Demo, page: () => Page) => {
  /** The card frame, once the shopper can type into it. */
  const cardFrame = async (): Promise<Frame> => {
    const element = await page().locator('billing-checkout iframe').elementHandle()
    const frame = (await element!.contentFrame())!
    await frame.locator('#number').waitFor()
    return frame
  }

  return {
    cardFrame,

    goToCheckout: async (plan: string, email: string, country = 'DE'): Promise<Frame> => {
      await page().goto(`${demo().shopUrl}/?country=${country}`)
      await page()
        .locator('.card')
        .filter({ has: page().getByRole('heading', { name: plan, exact: true }) })
        .getByRole('button')
        .click()
      await page().locator('input[type=email]').fill(email)
      await page().getByRole('button', { name: 'Go on to the payment' }).click()
      return cardFrame()
    },

    typeCard: async (frame: Frame, number = '4242424242424242'): Promise<void> => {
      await frame.locator('#number').fill(number)
      await frame.locator('#expiry').fill('12/30')
      await frame.locator('#cvc').fill('123')
      await frame.locator('#name').fill('Mina Okafor')
    },

    payButton: () => page().locator('billing-checkout').getByRole('button').last(),

    paymentsOf: async (email: string) => (await demo().ask(`/payments?search=${encodeURIComponent(email)}`)).data,
  }
}
