import type { Answer } from '../../support/services/running-service.ts'
import type { Shopper } from '../../support/stories/shopper.ts'
import type { Provocations, Provoke } from './provocation-types.ts'
import type { ShopWithTrouble } from './shop-with-trouble.ts'

const movedIn =
  (open: (shop: ShopWithTrouble) => Promise<{ readonly shopper: Shopper; readonly token: string }>): Provoke =>
  async (shop) => {
    const { shopper, token } = await open(shop)
    return shop.send('PATCH', `/checkout/${shopper.sessionId}`, { country: 'DE' }, token)
  }

const enterWrongCodes = async ({ send, newShopper }: ShopWithTrouble, times: number): Promise<Answer> => {
  const shopper = await newShopper({ options: { allow_codes: true } })
  const { body } = await shopper.look()
  const enter = () => send('PATCH', `/checkout/${shopper.sessionId}`, { discount_code: 'NOBODY' }, body.client_token)
  for (let time = 1; time < times; time++) await enter()
  return enter()
}

/**
 * Every error code that `updateCheckout` lists as its own, with a request that gets it. Wrong discount codes come last, because the server
 * counts them per network address.
 */
export const checkoutProvocations = {
  updateCheckout: {
    session_completed: movedIn(({ paid }) => paid()),
    session_expired: movedIn(({ expired }) => expired()),
    payment_in_progress: movedIn(({ changing }) => changing()),
    not_found: async ({ send, newShopper }) => {
      const shopper = await newShopper()
      const { body } = await shopper.look()
      return send('PATCH', `/checkout/${shopper.sessionId}`, { subscription: { id: 'nobody' } }, body.client_token)
    },
    discount_invalid: (shop) => enterWrongCodes(shop, 1),
    too_many_attempts: (shop) => enterWrongCodes(shop, 21),
  },
} satisfies Readonly<Record<string, Provocations>>
