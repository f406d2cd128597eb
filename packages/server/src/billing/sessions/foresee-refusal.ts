import { type Checkout, Problem } from '@billing-checkout/contract'
import { attemptsPerSession } from '../checks/refuse-card-testing.ts'
import { beginsToLive, isKnownByEmail, refuseSecondLive } from '../checks/refuse-double.ts'
import type { ResolvedSession, QuoteContext } from '../quotes/resolve-session.ts'

/**
 * The refusal that every payment of a session would get after so many, so that a shopper hears of it before typing a card; null when there is
 * none. A live subscription is only told to its own identified customer: an e-mail address may be anybody's, and the page would
 * tell who is subscribed (DECISIONS 74).
 */
export const foreseeRefusal = async (
  context: QuoteContext,
  view: ResolvedSession,
  attempts: number,
): Promise<Checkout['refusal']> => {
  if (attempts >= attemptsPerSession) return { code: 'too_many_attempts' }
  return (await isSubscribed(context, view)) ? { code: 'already_subscribed' } : null
}

const isSubscribed = async (
  { db, organization }: QuoteContext,
  { session, customer, plan, purpose, subscription }: ResolvedSession,
): Promise<boolean> => {
  const isKnown = customer !== undefined && !isKnownByEmail(session.members)
  if (!isKnown || !plan || purpose === null || !beginsToLive.includes(purpose)) return false
  const liveCheck = { customerIds: [customer.id], planId: plan.id, subscriptionId: subscription?.id }
  try {
    await refuseSecondLive(db, organization, liveCheck)
    return false
  } catch (error) {
    if (error instanceof Problem && error.code === 'already_subscribed') return true
    throw error
  }
}
