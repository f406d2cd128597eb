import type { Frame, Page } from 'playwright-core'

/** What a shopper does with the checkout on the page of a test. */
export const checkoutOn = (page: () => Page) => ({
  /** The card frame, once the shopper can type into it. */
  cardFrame: async (): Promise<Frame> => {
    const element = await page().locator('billing-checkout iframe').elementHandle()
    const frame = (await element!.contentFrame())!
    await frame.locator('#number').waitFor()
    return frame
  },

  typeCard: async (frame: Frame, number = '4242424242424242'): Promise<void> => {
    await frame.locator('#number').fill(number)
    await frame.locator('#expiry').fill('12/30')
    await frame.locator('#cvc').fill('123')
    await frame.locator('#name').fill('Mina Okafor')
  },

  payButton: () => page().locator('billing-checkout').getByRole('button').last(),
})
