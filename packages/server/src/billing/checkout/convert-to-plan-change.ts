import { type Checkout, Problem, type SessionMembers } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import type { Organization } from '../../organization/organization.ts'
import type { CheckoutRows, OtherLiveSubscription } from '../../store/entities/checkout-rows.ts'
import { customersLockedAgainstErasure } from '../../store/entities/customers.ts'
import { alternativePlanIdsOf } from '../../store/entities/plans.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { activatingPurposes, isKnownOnlyByEmail, liveSubscriptions } from '../checks/refuse-duplicate-purchase.ts'
import { priceCountry, termsOfSale } from '../quotes/terms-of-sale.ts'
import { type ResolvedSession, resolveSession } from '../quotes/resolve-session.ts'
import { resolvePayable } from '../sessions/open-session.ts'
import { paymentsPerSessionMax } from '../checks/refuse-card-testing.ts'
import { needsMethod } from '../checks/needs-method.ts'

/**
 * Turns a session into a change of its customer's existing subscription `id`, instead of the sale of a second subscription. Returns the
 * session's new members. Throws `not_found` unless {@link changeableSubscription} offers this subscription, which requires that the
 * merchant named the customer. A session changes its purpose only if `PATCH /checkout` names the id. A customer who is known only by an
 * e-mail address never sees such an id.
 */
export const convertToPlanChange = async (
  billing: Billing,
  call: CallerContext,
  work: Write,
  { session, id }: { readonly session: ClientSessionRow; readonly id: string },
): Promise<SessionMembers> => {
  const { members } = session
  // The shopper repeats the request, which has already changed the session.
  if (members.subscription?.id === id) return members
  const { db, now } = work
  const { organization } = call
  const view = await resolveSession(
    { billing, db, organization, now, customers: customersLockedAgainstErasure },
    session,
  )
  const { customer, plan } = view
  const others =
    customer && plan
      ? await liveSubscriptions(db, await alternativePlanIdsOf(db, plan))
          .where('customerId', '=', customer.id)
          .limit(2)
          .execute()
      : []
  if (changeableSubscription(organization, view, others)?.id !== id)
    throw new Problem(
      'not_found',
      `The customer of this session has no subscription ${id} that can change to its plan.`,
    )
  const changed = { ...members, subscription: { ...members.subscription, id } }
  const keptPlanId = plan?.id ?? null
  await resolvePayable(billing, call, work, {
    session: { ...session, members: changed, changesInstead: true, quote: null },
    keptPlanId,
  })
  return changed
}

/**
 * Returns the refusal that every payment of a session would get, so that the shopper sees it before typing a card; null if there is none. A
 * live subscription is disclosed only to a customer whom the merchant named, because anyone can type an e-mail address to learn who is
 * subscribed. This reads only the checkout's rows, without a lock; each payment is checked again under a lock.
 */
export const foreseeRefusal = (
  organization: Organization,
  view: ResolvedSession,
  { payments, otherLive, hasMethods }: RefusalInputs,
): Checkout['refusal'] => {
  if (payments.length >= paymentsPerSessionMax) return { code: 'too_many_attempts', subscription: null }
  if (otherLive.length > 0 && isRefusedBecauseOfOther(organization, view)) {
    const own = changeableSubscription(organization, view, otherLive)
    return { code: 'already_subscribed', subscription: own ? { id: own.id, plan_name: own.planName } : null }
  }
  return hasMethods || !needsMethod(view) ? null : { code: 'unavailable', subscription: null }
}

/** The facts, in addition to the session, that a refusal depends on. */
interface RefusalInputs extends Pick<CheckoutRows, 'payments' | 'otherLive'> {
  /** Whether the shopper has any way to pay: an offered kind of method, or a stored method. */
  readonly hasMethods: boolean
}

/**
 * Returns the customer's live subscription that prevents a purchase, if the subscription can change to the purchased plan instead.
 * Undefined if there are several such subscriptions. Also undefined if the subscription is already on that plan, is billed in another
 * currency, or ends before the change would take effect.
 */
const changeableSubscription = <Other extends OtherLiveSubscription>(
  organization: Organization,
  view: ResolvedSession,
  [other, ...more]: readonly Other[],
): Other | undefined => {
  const { purpose, plan, country, session } = view
  if (!isRefusedBecauseOfOther(organization, view) || purpose !== 'subscribe' || !plan || !other || more.length > 0)
    return undefined
  const mode = session.members.subscription?.proration_billing_mode ?? 'prorated_immediately'
  const waits = !mode.endsWith('_immediately')
  const { price } = termsOfSale(plan, { country: priceCountry(other, country) })
  const cannotWait = waits && other.status === 'scheduled_for_cancellation'
  return other.planId === plan.id || other.priceCurrency !== price.currency || cannotWait ? undefined : other
}

/** Whether the server would refuse a session if its customer had another live subscription to the plan. */
const isRefusedBecauseOfOther = (
  { settings }: Organization,
  { session, customer, plan, purpose }: ResolvedSession,
): boolean =>
  !settings.several_subscriptions &&
  customer !== undefined &&
  !isKnownOnlyByEmail(session.members) &&
  plan !== undefined &&
  purpose !== null &&
  activatingPurposes.includes(purpose)
