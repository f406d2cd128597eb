import type { Checkout } from '@billing-checkout/contract'
import type { Organization } from '../../organization/organization.ts'
import type { CheckoutRows } from '../../store/checkout-rows.ts'
import { attemptsPerSession } from '../checks/refuse-card-testing.ts'
import { beginsToLive, isKnownByEmail } from '../checks/refuse-double.ts'
import type { ResolvedSession } from '../quotes/resolve-session.ts'

/**
 * The refusal that every payment of a session would get, so that a shopper hears of it before typing a card; null when there is
 * none. A live subscription is only told to its own identified customer: an e-mail address may be anybody's, and the page would
 * tell who is subscribed (DECISIONS 74).
 */
export const foreseeRefusal = (
  organization: Organization,
  view: ResolvedSession,
  { payments, hasOtherLive }: Pick<CheckoutRows, 'payments' | 'hasOtherLive'>,
): Checkout['refusal'] => {
  if (payments.length >= attemptsPerSession) return { code: 'too_many_attempts' }
  return hasOtherLive && isRefused(organization, view) ? { code: 'already_subscribed' } : null
}

/** Whether another live subscription of the customer to the plan refuses what the session is for. */
const isRefused = ({ settings }: Organization, { session, customer, plan, purpose }: ResolvedSession): boolean =>
  !settings.several_subscriptions &&
  customer !== undefined &&
  !isKnownByEmail(session.members) &&
  plan !== undefined &&
  purpose !== null &&
  beginsToLive.includes(purpose)
