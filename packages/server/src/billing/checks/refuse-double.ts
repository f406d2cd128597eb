import { type CheckoutPurpose, Problem, type SessionMembers } from '@billing-checkout/contract'
import { sql } from 'kysely'
import type { Organization } from '../../organization/organization.ts'
import { compiledForOrganizations } from '../../store/queries/compiled-once.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import { alternativesOf, type GroupedPlan } from '../../store/entities/plans.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { LoadContext, Write } from '../../store/write.ts'
import { customersOfEmail, liveSubscriptions } from './live-subscriptions.ts'
import { paymentInProgress } from './payment-in-progress.ts'
import type { PayableSession } from '../charge-input/charge-draft.ts'
import { isBuyerNamed } from '../customers/buyer-of-session.ts'

/** What is about to be bought, and the e-mail address of a buyer who is known by nothing else. */
export interface DoubleCheck {
  readonly view: PayableSession
  readonly email: string | null
  /** The ids of everybody with that address, if they were looked up under its lock already. */
  readonly sameEmail?: readonly string[] | undefined
  /** The unfinished payment for the same thing, if it was looked up already; null when there is none. */
  readonly unfinished?: string | null | undefined
}

/** What was noticed about a sale that is allowed. */
export interface NotDouble {
  /**
   * Whether a bank is just asking somebody to approve a payment for the same thing who is only known to have the same e-mail
   * address, which anybody may type. That may take long and come to nothing, so nobody waits for it: whichever of the two is paid
   * second is refunded (DECISIONS 72).
   */
  readonly besideChallenge: boolean
}

/**
 * Throws where a customer would buy the same thing twice, also across sessions: `payment_in_progress` while a payment for it is
 * unfinished, and `already_subscribed` when a live subscription to the plan exists and the organization does not allow several.
 * Ids and statuses are named only of what is the customer's own, never of what belongs to others of the same e-mail address.
 */
export const refuseDouble = async (work: Write, organization: Organization, check: DoubleCheck): Promise<NotDouble> => {
  const { plan, subscription, purpose, customer, quote } = check.view
  const customerIds = await buyersOf(work, check)
  if (customerIds.length === 0) return { besideChallenge: false }
  const liveCheck = { customerIds, plan, subscriptionId: subscription?.id, ownId: customer?.id ?? null }
  const [besideChallenge] = await Promise.all([
    refuseUnfinished(work, check, customerIds),
    beginsToLive.includes(purpose) ? refuseSecondLive(work.db, organization, liveCheck) : undefined,
    (purpose === 'change_plan' || quote.creditsUnusedTime) && subscription
      ? refuseWhileRefunding(work, subscription)
      : undefined,
  ])
  return { besideChallenge }
}

/**
 * Refuses a plan change, or a return with credit, while it is unknown whether a refund is accepted: the same money cannot be refunded
 * and counted as credit (DECISIONS 124). An accepted refund has taken its money already, even while it is pending.
 */
export const refuseWhileRefunding = async (
  { db }: LoadContext,
  { id: subscriptionId }: LockedSubscription,
): Promise<void> => {
  const refunding = await db
    .selectFrom('payments')
    .innerJoin('refunds', (join) => join.onRef('refunds.paymentId', '=', 'payments.id'))
    .select('refunds.id')
    .where('payments.subscriptionId', '=', subscriptionId)
    .where('refunds.status', '=', 'pending')
    .where('refunds.processorTransactionId', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (refunding === undefined) return
  throw paymentInProgress(`Refund ${refunding.id} of this subscription`)
}

/** Purposes that make a subscription to the plan live which was not before. */
export const beginsToLive: readonly CheckoutPurpose[] = ['subscribe', 'change_plan', 'recover']

/** A subscription that is to become live on a plan, or one about to be opened. */
export interface LiveCheck {
  readonly customerIds: readonly string[]
  /** What is sold: the plan, and with a group all alternatives of it. */
  readonly plan: GroupedPlan
  readonly subscriptionId?: string | undefined
  /** The customer whose subscription may be named in the refusal; absent: anybody's, null: nobody's. */
  readonly ownId?: string | null
}

/** Refuses a second live subscription of these customers to a plan or an alternative of it, unless the organization allows several. */
export const refuseSecondLive = async (
  db: OrganizationDatabase,
  { settings }: Organization,
  { customerIds, plan, subscriptionId, ownId }: LiveCheck,
): Promise<void> => {
  if (settings.several_subscriptions) return
  const [live] = await findOtherLive(db, await alternativesOf(db, plan), customerIds, subscriptionId ?? '')
  if (live === undefined) return
  throw new Problem(
    'already_subscribed',
    ownId === undefined || live.customerId === ownId
      ? `The customer has subscription ${live.id} (${live.status}) to ${live.planId === plan.id ? 'this plan' : `plan ${live.planId} of the same group`}.`
      : 'There is a subscription to this plan under this e-mail address.',
  )
}

/**
 * Refuses to bring a subscription onto a plan without a charge where its customer has another live one to that plan or is buying
 * one, whose payment would open it, unless the organization allows several. The caller holds the lock on the customer's name, under which
 * every purchase of theirs begins.
 */
export const refuseBecomingSecond = async (
  work: Write,
  organization: Organization,
  { id, customerId }: LockedSubscription,
  plan: GroupedPlan,
): Promise<void> => {
  if (organization.settings.several_subscriptions) return
  const customerIds = [customerId]
  await refuseSecondLive(work.db, organization, { customerIds, plan, subscriptionId: id })
  const buying = await findUnfinished(work, customerIds, { plan }, customerId)
  if (buying !== undefined) throw paymentInProgress(`Payment ${buying.id} of the same customer for plan ${plan.id}`)
}

const findOtherLive = compiledForOrganizations(
  (db: OrganizationDatabase, planIds: readonly string[], customerIds: readonly string[], exceptId: string) =>
    liveSubscriptions(db, planIds).where('customerId', '=', oneOf(customerIds)).where('id', '<>', exceptId).limit(1),
)

/** The ids of the customer, and for one who is known only by e-mail address, of everybody with that address. */
const buyersOf = async (work: Write, { view, email, sameEmail: known }: DoubleCheck): Promise<string[]> => {
  const named = view.customer === undefined ? [] : [view.customer.id]
  if (email === null || !isKnownByEmail(view.session.members)) return named
  return [...new Set([...named, ...(known ?? (await idsOfEmail(work, email)))])]
}

/** The ids of everybody with an e-mail address. */
export const idsOfEmail = async ({ db }: Write, email: string): Promise<string[]> =>
  (await customersOfEmail(db, email).execute()).map(({ id }) => id)

/** Whether nothing but an e-mail address tells who a session's buyer is. */
export const isKnownByEmail = (members: SessionMembers): boolean => !isBuyerNamed(members)

/**
 * Throws `payment_in_progress` for an unfinished payment that has to be waited for; answers whether there is one that is not
 * waited for, see {@link NotDouble}.
 */
const refuseUnfinished = async (
  work: Write,
  { view, unfinished: found }: DoubleCheck,
  customerIds: readonly string[],
): Promise<boolean> => {
  // What was looked up already is the plan itself, and none of its alternatives.
  if (found === null && view.plan.planGroup === null) return false
  const { plan, subscription, customer } = view
  const sold = { plan, subscriptionId: subscription?.id }
  const unfinished =
    found == null
      ? await findUnfinished(work, customerIds, sold, customer?.id ?? null)
      : { id: found, isOwn: true, isAwaited: false }
  if (unfinished === undefined) return false
  const { id, isOwn, isAwaited } = unfinished
  if (!isOwn && isAwaited) return true
  throw paymentInProgress(`${isOwn ? `Payment ${id}` : 'A payment'} for the same thing`)
}

interface Unfinished {
  readonly id: string
  /** Whether it is the buyer's own, and not that of somebody with the same e-mail address. */
  readonly isOwn: boolean
  /** Whether its shopper has to do something elsewhere. */
  readonly isAwaited: boolean
}

/**
 * An unfinished payment of these customers for a plan or a subscription. Of several it is the one that most certainly has to be
 * waited for.
 */
const findUnfinished = async (
  { db }: LoadContext,
  customerIds: readonly string[],
  { plan, subscriptionId }: { readonly plan: GroupedPlan; readonly subscriptionId?: string | undefined },
  ownId: string | null,
): Promise<Unfinished | undefined> =>
  db
    .selectFrom('payments')
    .select(['id', sql<boolean>`customer_id is not distinct from ${ownId}`.as('isOwn'), isAwaited.as('isAwaited')])
    .where('customerId', '=', oneOf(customerIds))
    .where('paymentStatus', '=', 'PENDING')
    .where((either) =>
      either.or([
        either('planId', '=', plan.id),
        ...(plan.planGroup === null ? [] : [either('planGroup', '=', plan.planGroup)]),
        ...(subscriptionId === undefined ? [] : [either('subscriptionId', '=', subscriptionId)]),
      ]),
    )
    .orderBy('isOwn', 'desc')
    .orderBy('isAwaited')
    .limit(1)
    .executeTakeFirst()

const isAwaited = sql<boolean>`exists (select from attempts
  where attempts.organization_id = payments.organization_id and attempts.payment_id = payments.id
    and attempts.state = 'open' and attempts.action is not null)`
