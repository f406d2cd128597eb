import { type Checkout, Problem } from '@billing-checkout/contract'
import { attemptsPerSession } from '../checks/refuse-card-testing.ts'
import { beginsToLive, isKnownByEmail, refuseLive } from '../checks/refuse-double.ts'
import type { SessionView, Viewpoint } from '../quotes/session-view.ts'

/**
 * What would refuse every payment of a session, so that a shopper hears it before typing a card. Of a subscription only its
 * own customer hears it: an e-mail address may be anybody's, and the page would tell who is subscribed.
 */
export const foreseeRefusal = async (viewpoint: Viewpoint, view: SessionView): Promise<Checkout['refusal']> => {
  if (await isExhausted(viewpoint, view)) return { code: 'too_many_attempts' }
  return (await isSubscribed(viewpoint, view)) ? { code: 'already_subscribed' } : null
}

const isExhausted = async ({ db }: Viewpoint, { session }: SessionView): Promise<boolean> => {
  const attempts = await db
    .selectFrom('payments')
    .select('id')
    .where('organizationId', '=', session.organizationId)
    .where('sessionId', '=', session.id)
    .limit(attemptsPerSession)
    .execute()
  return attempts.length >= attemptsPerSession
}

const isSubscribed = async (
  { db, organization }: Viewpoint,
  { session, customer, plan, purpose, subscription }: SessionView,
): Promise<boolean> => {
  const isKnown = customer !== undefined && !isKnownByEmail(session.members)
  if (!isKnown || !plan || purpose === null || !beginsToLive.includes(purpose)) return false
  const livelihood = { customerIds: [customer.id], planId: plan.id, subscriptionId: subscription?.id }
  try {
    await refuseLive({ db, organizationId: organization.id }, organization, livelihood)
    return false
  } catch (error) {
    if (error instanceof Problem && error.code === 'already_subscribed') return true
    throw error
  }
}
