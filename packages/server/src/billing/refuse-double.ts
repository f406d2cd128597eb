import { type CheckoutPurpose, Problem } from '@billing-checkout/contract'
import type { Organization } from '../organization/organization.ts'
import type { Database } from '../store/database.ts'
import { oneOf } from '../store/one-of.ts'
import type { LockedSubscription } from '../store/subscriptions.ts'
import type { Begun, Write } from '../store/write.ts'
import type { PayableView } from './sale.ts'

/** What is about to be bought, and the e-mail address of a buyer known by nothing else. */
export interface DoubleCheck {
  readonly view: PayableView
  readonly email: string | null
  /** The unfinished payment that was found for this already; null when there is none. */
  readonly unfinished?: string | null
}

/**
 * Refuses to sell the same thing twice to one customer, also across sessions: while a payment for it is unfinished, or
 * when a live subscription to the plan exists and the organization does not allow several (decisions 7).
 */
export const refuseDouble = async (work: Write, organization: Organization, check: DoubleCheck): Promise<void> => {
  const { plan, subscription, purpose } = check.view
  const customerIds = await buyersOf(work, check)
  if (customerIds.length === 0) return
  await Promise.all([
    refuseUnfinished(work, check, customerIds),
    beginsToLive.includes(purpose)
      ? refuseLive(work, organization, { customerIds, planId: plan.id, subscriptionId: subscription?.id })
      : undefined,
    purpose === 'change_plan' && subscription ? refuseWhileRefunding(work, subscription) : undefined,
  ])
}

/** Money that is going back is no credit, so a plan change waits until it is known whether it does (decisions 7, Proration). */
export const refuseWhileRefunding = async (
  { db, organizationId }: Begun,
  { id: subscriptionId }: LockedSubscription,
): Promise<void> => {
  const refunding = await db
    .selectFrom('payments')
    .innerJoin('refunds', (join) =>
      join
        .onRef('refunds.organizationId', '=', 'payments.organizationId')
        .onRef('refunds.paymentId', '=', 'payments.id'),
    )
    .select('refunds.id')
    .where('payments.organizationId', '=', organizationId)
    .where('payments.subscriptionId', '=', subscriptionId)
    .where('refunds.status', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  if (refunding === undefined) return
  throw new Problem('payment_in_progress', `Refund ${refunding.id} of this subscription is not finished yet.`)
}

/** Purposes after which a subscription to the plan is live that was not before. */
const beginsToLive: readonly CheckoutPurpose[] = ['subscribe', 'change_plan', 'recover']

/** A subscription that is to live on a plan, or one about to be opened. */
export interface Livelihood {
  readonly customerIds: readonly string[]
  readonly planId: string
  readonly subscriptionId?: string | undefined
}

/** Refuses a second live subscription of these customers to a plan, unless the organization allows several (decisions 7). */
export const refuseLive = async (
  { db, organizationId }: { readonly db: Database; readonly organizationId: string },
  { settings }: Organization,
  { customerIds, planId, subscriptionId }: Livelihood,
): Promise<void> => {
  if (settings.several_subscriptions) return
  const live = await db
    .selectFrom('subscriptions')
    .select(['id', 'status'])
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', oneOf(customerIds))
    .where('planId', '=', planId)
    .where('status', '<>', 'cancelled')
    .where('id', '<>', subscriptionId ?? '')
    .limit(1)
    .executeTakeFirst()
  if (live === undefined) return
  throw new Problem('already_subscribed', `The customer has subscription ${live.id} (${live.status}) to this plan.`)
}

/** The customer, and for one known only by e-mail address everybody of that address. */
const buyersOf = async ({ db, organizationId }: Write, { view, email }: DoubleCheck): Promise<string[]> => {
  const { members } = view.session
  const identified = Boolean(members.customer?.id ?? members.customer?.external_id ?? members.subscription?.id)
  const known = view.customer === undefined ? [] : [view.customer.id]
  if (identified || email === null) return known
  const namesakes = await db
    .selectFrom('customers')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('normalizedEmail', '=', email.toLowerCase())
    .execute()
  return [...new Set([...known, ...namesakes.map(({ id }) => id)])]
}

const refuseUnfinished = async (
  work: Write,
  { view, unfinished: found }: DoubleCheck,
  customerIds: readonly string[],
): Promise<void> => {
  const { plan, subscription } = view
  const sold = { planId: plan.id, subscriptionId: subscription?.id }
  const unfinished = found === undefined ? await findUnfinished(work, customerIds, sold) : found
  if (unfinished === null) return
  throw new Problem('payment_in_progress', `Payment ${unfinished} for the same thing is not finished yet.`)
}

/** An unfinished payment of these customers for a plan or a subscription, or null. */
const findUnfinished = async (
  { db, organizationId }: Begun,
  customerIds: readonly string[],
  { planId, subscriptionId }: { readonly planId: string; readonly subscriptionId?: string | undefined },
): Promise<string | null> => {
  const unfinished = await db
    .selectFrom('payments')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', oneOf(customerIds))
    .where('paymentStatus', '=', 'PENDING')
    .where((either) =>
      either.or([
        either('planId', '=', planId),
        ...(subscriptionId === undefined ? [] : [either('subscriptionId', '=', subscriptionId)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return unfinished?.id ?? null
}
