import type { Checkout } from '@billing-checkout/contract'
import type { Organization } from '../../organization/organization.ts'
import type { CheckoutRows } from '../../store/entities/checkout-rows.ts'
import { attemptsPerSession } from '../checks/refuse-card-testing.ts'
import { needsMethod } from '../checks/refuse-unpayable-due.ts'
import type { ResolvedSession } from '../quotes/resolve-session.ts'
import { changeableInstead, isRefusedBecauseOfOther } from './change-instead.ts'

/**
 * Returns the refusal that every payment of a session would get, so that the shopper sees it before typing a card; null if there is none. A
 * live subscription is disclosed only to a customer whom the merchant named: anyone can type an e-mail address, so the page would disclose
 * who is subscribed. This costs the checkout one or two more database reads. Payments are still checked under a lock.
 */
export const foreseeRefusal = (
  organization: Organization,
  view: ResolvedSession,
  { payments, otherLive, hasMethods }: Foreseen,
): Checkout['refusal'] => {
  if (payments.length >= attemptsPerSession) return { code: 'too_many_attempts', subscription: null }
  if (otherLive.length > 0 && isRefusedBecauseOfOther(organization, view)) {
    const own = changeableInstead(organization, view, otherLive)
    return { code: 'already_subscribed', subscription: own ? { id: own.id, plan_name: own.planName } : null }
  }
  return hasMethods || !needsMethod(view) ? null : { code: 'unavailable', subscription: null }
}

/** The facts, in addition to the session, that a refusal depends on. */
interface Foreseen extends Pick<CheckoutRows, 'payments' | 'otherLive'> {
  /** Whether the shopper has any way to pay: an offered kind of method, or a stored method. */
  readonly hasMethods: boolean
}
