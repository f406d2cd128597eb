import { type Checkout, Problem } from '@billing-checkout/contract'
import { attemptsPerSession } from '../checks/refuse-card-testing.ts'
import { beginsToLive, isKnownByEmail, refuseSecondLive } from '../checks/refuse-double.ts'
import type { ResolvedSession, QuoteContext } from '../quotes/resolve-session.ts'

/**
 * The refusal that every payment of a session would get, so that a shopper hears of it before typing a card; null when there is
 * none. A live subscription is only told to its own identified customer: an e-mail address may be anybody's, and the page would
 * tell who is subscribed (DECISIONS 74).
 */
export const foreseeRefusal = async (context: QuoteContext, view: ResolvedSession): Promise<Checkout['refusal']> => {
  if (await isExhausted(context, view)) return { code: 'too_many_attempts' }
  return (await isSubscribed(context, view)) ? { code: 'already_subscribed' } : null
}

const isExhausted = async ({ db }: QuoteContext, { session }: ResolvedSession): Promise<boolean> => {
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
  { db, organization }: QuoteContext,
  { session, customer, plan, purpose, subscription }: ResolvedSession,
): Promise<boolean> => {
  const isKnown = customer !== undefined && !isKnownByEmail(session.members)
  if (!isKnown || !plan || purpose === null || !beginsToLive.includes(purpose)) return false
  const liveCheck = { customerIds: [customer.id], planId: plan.id, subscriptionId: subscription?.id }
  try {
    await refuseSecondLive({ db, organizationId: organization.id }, organization, liveCheck)
    return false
  } catch (error) {
    if (error instanceof Problem && error.code === 'already_subscribed') return true
    throw error
  }
}
