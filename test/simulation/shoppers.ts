import { Problem, testWalletTokens } from '@billing-checkout/contract'
import { updateCheckout } from '#server/billing/sessions/update-checkout.ts'
import type { CallerContext } from '#server/organization/caller-context.ts'
import { drawnLife, type Means } from './client.ts'
import { ignoreCrash } from './life.ts'
import { countries } from './selling.ts'
import { merchantCall, openClientSession, type Shop } from './shop.ts'
import type { World } from './world.ts'

/**
 * Approve (several); decline; are blocked by a rule; let the bank vouch, shrug, refuse and be silent; time out, charged and
 * not; ask the shopper; are captured later or never; never settle. What is rare in the seeds is there more than once.
 */
const typedCards = [
  '4242424242424242',
  '5555555555554444',
  '4000000000000002',
  '6011111111111117',
  '6011111111111117',
  '6011111111111117',
  '4000000000003055',
  '4000000000003071',
  '4000000000003196',
  '4000000000003147',
  '4000000000006975',
  '4000000000006983',
  '4000000000003220',
  '4000000000003220',
  '5555555555553222',
  '5555555555553222',
  '4000008400001629',
  '4000000000007775',
  '4000000000007775',
  '4000000000006660',
  '4000000000008880',
]

const wallets: readonly Means[] = [
  ...(['PAYPAL', 'VENMO', 'CASHAPP'] as const).map((type) => ({ wallet: { type } })),
  ...testWalletTokens.map(({ type, token }) => ({ wallet: { type, details: { token } } })),
]

/** What a shopper pays with. */
export const chooseMeans = ({ chance }: World): Means =>
  chance.happens(0.4) ? chance.pick(wallets) : { number: chance.pick(typedCards) }

/** A checkout for somebody, known or not, who lives somewhere or has not said where. */
export const aSession = (world: World, shop: Shop): Promise<string> =>
  openClientSession(
    world,
    world.chance.pick(shop.shopperPlanIds),
    world.chance.pick([
      { id: shop.customerId },
      { email: 'nia@example.com' },
      { email: 'nia@example.com', country: world.chance.pick(countries) },
    ]),
  )

/** The shopper says where they are, which quotes the checkout anew; a session that is being paid keeps what it has. */
export const saySomewhere = async (world: World, sessionId: string): Promise<void> => {
  const call: CallerContext = { ...merchantCall(world), principal: { kind: 'widget', sessionId } }
  const said = { country: world.chance.pick(countries) }
  try {
    await updateCheckout(world.serve(drawnLife(world, 0.2), 0), call, { sessionId, locale: undefined, place: said })
    world.note('a checkout was quoted anew')
  } catch (error) {
    if (!(error instanceof Problem)) ignoreCrash(error)
  }
}
