import { Problem, type SessionMembers } from '@billing-checkout/contract'
import { updateCheckout } from '#server/billing/checkout/update-checkout.ts'
import type { CallerContext } from '#server/organization/caller-context.ts'
import { drawnLife } from './client.ts'
import { ignoreCrash } from './life.ts'
import { springDiscount } from './simulated-shop-settings.ts'
import { merchantCall } from './shop.ts'
import type { World } from './world.ts'

/** The session members of a random offer: one or several units of the plan, perhaps the discount, and always a field for codes. */
export const drawOffer = ({ chance }: World, discountId: string, isSoldInUnits: boolean): SessionMembers => ({
  plan: isSoldInUnits ? { quantity: chance.pick([1, 2, 3, 5]) } : {},
  ...(chance.happens(0.5) && { discount: { id: discountId } }),
  options: { allow_codes: true },
})

/** Lets the shopper enter the discount code. While the session is being paid, the server refuses it. */
export const typeCode = async (world: World, sessionId: string): Promise<void> => {
  const call: CallerContext = { ...merchantCall(world), principal: { kind: 'widget', sessionId } }
  const body = { discount_code: springDiscount.code }
  try {
    await updateCheckout(world.serve(drawnLife(world, 0.2), 0), call, { sessionId, locale: undefined, body })
    world.note('a code was redeemed at a checkout')
  } catch (error) {
    if (!(error instanceof Problem)) ignoreCrash(error)
  }
}
