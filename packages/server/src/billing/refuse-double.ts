import { Problem } from '@billing-checkout/contract'
import type { Organization } from '../organization/organization.ts'
import { oneOf } from '../store/one-of.ts'
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
export const refuseDouble = async (work: Write, { settings }: Organization, check: DoubleCheck): Promise<void> => {
  const { view } = check
  const customerIds = await buyersOf(work, check)
  if (customerIds.length === 0) return
  const opensOrChanges = view.purpose === 'subscribe' || view.purpose === 'change_plan'
  await Promise.all([
    refuseUnfinished(work, check, customerIds),
    opensOrChanges && !settings.several_subscriptions ? refuseLive(work, view, customerIds) : undefined,
  ])
}

const refuseLive = async (
  { db, organizationId }: Write,
  { plan, subscription }: PayableView,
  customerIds: readonly string[],
): Promise<void> => {
  const live = await db
    .selectFrom('subscriptions')
    .select(['id', 'status'])
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', oneOf(customerIds))
    .where('planId', '=', plan.id)
    .where('status', '<>', 'cancelled')
    .where('id', '<>', subscription?.id ?? '')
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
