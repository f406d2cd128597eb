import { type CheckoutPurpose, Problem, type SessionMembers } from '@billing-checkout/contract'
import { sql } from 'kysely'
import { foldText } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import { compiledForOrganizations } from '../../store/queries/compiled-once.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import { alternativePlanIdsOf, type GroupedPlan } from '../../store/entities/plans.ts'
import type { SubscriptionRow } from '../../store/rows.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { LoadContext, Write } from '../../store/writes/write.ts'
import type { PayableSession } from '../charge-input/charge-draft.ts'
import { isBuyerNamed } from '../customers/buyer-of-session.ts'
import { paymentInProgress } from './payment-in-progress.ts'

/** A purchase to check. `email` is the e-mail address in the session, or null. */
export interface PurchaseToCheck {
  readonly view: PayableSession
  readonly email: string | null
  /** The ids of all customers with that e-mail address, if they were looked up under the lock on the address. */
  readonly sameEmail?: readonly string[] | undefined
  /** The id of the unfinished payment for the same thing, if it has been looked up; null if there is none. */
  readonly unfinished?: string | null | undefined
}

/** The result of the check, if the purchase is allowed. */
export interface DuplicateCheckResult {
  /**
   * Whether another payment for the same thing waits for a bank's challenge and shares only the e-mail address with this buyer. Anyone may
   * type an e-mail address, and a challenge may take long, so this payment does not wait for the other. If both are paid, the second is
   * refunded.
   */
  readonly competesWithChallenge: boolean
}

/**
 * Refuses to sell a customer the same thing twice, across all their sessions. Throws `payment_in_progress` while a payment for the same
 * thing is unfinished, or if {@link refuseWhileRefunding} refuses a plan change or a recovery. Throws `already_subscribed` if there is a
 * live subscription to the plan or its group and the organization allows only one. The message names only ids and statuses of the
 * customer's own objects, never of other customers with the same e-mail address.
 */
export const refuseDuplicatePurchase = async (
  work: Write,
  organization: Organization,
  check: PurchaseToCheck,
): Promise<DuplicateCheckResult> => {
  const { plan, subscription, purpose, customer, quote } = check.view
  const customerIds = await buyersOf(work, check)
  if (customerIds.length === 0) return { competesWithChallenge: false }
  const liveCheck = { customerIds, plan, subscriptionId: subscription?.id, ownId: customer?.id ?? null }
  const [competesWithChallenge] = await Promise.all([
    refuseUnfinished(work, check, customerIds),
    activatingPurposes.includes(purpose) && !isLiveOn(subscription, plan)
      ? refuseDuplicateSubscription(work.db, organization, liveCheck)
      : undefined,
    (purpose === 'change_plan' || quote.creditsUnusedTime) && subscription
      ? refuseWhileRefunding(work, subscription)
      : undefined,
  ])
  return { competesWithChallenge }
}

/**
 * Refuses a plan change, or a recovery that uses credit, until the processor has accepted or refused every refund of the subscription's
 * payments. The same money cannot be both refunded and used as credit (DECISIONS 124). A refund that the processor has accepted no longer
 * blocks, even if it is pending, because it has already lowered the credit.
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

/** Purposes whose payment makes a subscription to the plan live. */
export const activatingPurposes: readonly CheckoutPurpose[] = ['subscribe', 'change_plan', 'recover']

/** The facts to check before a subscription is created or becomes live on a plan. */
export interface DuplicateSubscriptionCheck {
  readonly customerIds: readonly string[]
  /** The plan that is sold; if it has a group, every plan of the group counts. */
  readonly plan: GroupedPlan
  readonly subscriptionId?: string | undefined
  /**
   * The customer whose subscription the error message may name. If absent, the message may name any customer's subscription; if null, it
   * names none.
   */
  readonly ownId?: string | null
}

/** Refuses these customers a second live subscription to a plan or its group, unless the organization allows several. */
export const refuseDuplicateSubscription = async (
  db: OrganizationDatabase,
  { settings }: Organization,
  { customerIds, plan, subscriptionId, ownId }: DuplicateSubscriptionCheck,
): Promise<void> => {
  if (settings.several_subscriptions) return
  const [live] = await findOtherLive(db, await alternativePlanIdsOf(db, plan), customerIds, subscriptionId ?? '')
  if (live === undefined) return
  throw new Problem(
    'already_subscribed',
    ownId === undefined || live.customerId === ownId
      ? `The customer has subscription ${live.id} (${live.status}) to ${live.planId === plan.id ? 'this plan' : `plan ${live.planId} of the same group`}.`
      : 'There is a subscription to this plan under this e-mail address.',
  )
}

/** Whether a subscription is live on this plan already. Buying another quantity of the same plan makes no second subscription. */
const isLiveOn = (subscription: SubscriptionRow | undefined, plan: GroupedPlan): boolean =>
  subscription !== undefined && subscription.status !== 'cancelled' && subscription.planId === plan.id

/**
 * Refuses a change without a charge that makes a subscription live on a plan, if the customer has, or is buying, another live subscription
 * to this plan or its group. Refuses nothing if the organization allows several. The caller holds the advisory lock on the customer, which
 * every purchase of the customer takes first.
 */
export const refuseChangeToDuplicate = async (
  work: Write,
  organization: Organization,
  subscription: LockedSubscription,
  plan: GroupedPlan,
): Promise<void> => {
  const { id, customerId } = subscription
  if (organization.settings.several_subscriptions || isLiveOn(subscription, plan)) return
  const customerIds = [customerId]
  await refuseDuplicateSubscription(work.db, organization, { customerIds, plan, subscriptionId: id })
  const buying = await findUnfinished(work, customerIds, { plan }, customerId)
  if (buying !== undefined) throw paymentInProgress(`Payment ${buying.id} of the same customer for plan ${plan.id}`)
}

const findOtherLive = compiledForOrganizations(
  (db: OrganizationDatabase, planIds: readonly string[], customerIds: readonly string[], exceptId: string) =>
    liveSubscriptions(db, planIds).where('customerId', '=', oneOf(customerIds)).where('id', '<>', exceptId).limit(1),
)

/** The id of the customer. If only the e-mail address identifies the buyer, the ids of all customers with that address. */
const buyersOf = async (work: Write, { view, email, sameEmail: known }: PurchaseToCheck): Promise<string[]> => {
  const named = view.customer === undefined ? [] : [view.customer.id]
  if (email === null || !isKnownOnlyByEmail(view.session.members)) return named
  return [...new Set([...named, ...(known ?? (await customerIdsOfEmail(work, email)))])]
}

/** The ids of all customers with an e-mail address. */
export const customerIdsOfEmail = async ({ db }: Write, email: string): Promise<string[]> =>
  (await customersOfEmail(db, email).execute()).map(({ id }) => id)

/** Whether only the e-mail address identifies a session's buyer. */
export const isKnownOnlyByEmail = (members: SessionMembers): boolean => !isBuyerNamed(members)

/**
 * Throws `payment_in_progress` if this purchase must wait for an unfinished payment. Returns true if there is an unfinished payment for
 * which it does not have to wait; see {@link DuplicateCheckResult}.
 */
const refuseUnfinished = async (
  work: Write,
  { view, unfinished: found }: PurchaseToCheck,
  customerIds: readonly string[],
): Promise<boolean> => {
  // The caller found no payment for this plan. If the plan has a group, look again, because the caller did not look for the group's other
  // plans.
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
  /** Whether the payment is the buyer's own, not that of another customer with the same e-mail address. */
  readonly isOwn: boolean
  /** Whether the payment waits for its shopper, for example at a bank's page. */
  readonly isAwaited: boolean
}

/**
 * Finds an unfinished payment of these customers for a plan or a subscription. If there are several, it prefers the buyer's own, then a
 * payment that does not wait for its shopper.
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

/** A query for the subscriptions to any of these plans that are not cancelled. The caller restricts it to customers. */
export const liveSubscriptions = (db: OrganizationDatabase, planIds: readonly string[]) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'customerId', 'planId', 'priceCurrency', 'countryOfSale'])
    .where('planId', '=', oneOf(planIds))
    .where('status', '<>', 'cancelled')

/** A query for all customers with an e-mail address, ignoring case. */
export const customersOfEmail = (db: OrganizationDatabase, email: string) =>
  db.selectFrom('customers').select('id').where('foldedEmail', '=', foldText(email))
