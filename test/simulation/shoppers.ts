import { Problem } from '@billing-checkout/contract'
import { updateCheckout } from '#server/billing/checkout/update-checkout.ts'
import type { CallerContext } from '#server/organization/caller-context.ts'
import { drawnLife } from './client.ts'
import { ignoreCrash } from './life.ts'
import { drawOffer, typeCode } from './offers.ts'
import { countries } from './simulated-shop-settings.ts'
import { merchantCall, openClientSession, type Shop } from './shop.ts'
import type { World } from './world.ts'

/** Opens a checkout for the shop's customer, or for a shopper known by an e-mail address, with or without a country. */
export const openRandomSession = async (world: World, shop: Shop): Promise<string> => {
  const { chance } = world
  const planId = chance.pick(shop.shopperPlanIds)
  const customer = chance.pick([
    { id: shop.customerId },
    { email: 'nia@example.com' },
    { email: 'nia@example.com', country: chance.pick(countries) },
  ])
  const { discountId } = shop
  if (discountId === null || planId === shop.oneOffPlanId) return openClientSession(world, planId, customer)
  const offer = drawOffer(world, discountId, planId === shop.monthlyPlanId)
  const { discount: _, ...withoutDiscount } = offer
  const sessionId = await openClientSession(world, planId, customer, offer).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'discount_invalid')
      return openClientSession(world, planId, customer, withoutDiscount)
    throw error
  })
  if (chance.happens(0.4)) world.stage.begin(() => typeCode(world, sessionId), chance.below(3))
  return sessionId
}

/** Lets the shopper enter a country, so that the server quotes the checkout again. While the session is being paid, the server refuses. */
export const enterPlace = async (world: World, sessionId: string): Promise<void> => {
  const call: CallerContext = { ...merchantCall(world), principal: { kind: 'widget', sessionId } }
  const body = { country: world.chance.pick(countries) }
  try {
    await updateCheckout(world.serve(drawnLife(world, 0.2), 0), call, { sessionId, locale: undefined, body })
    world.note('a checkout was quoted anew')
  } catch (error) {
    if (!(error instanceof Problem)) ignoreCrash(error)
  }
}
