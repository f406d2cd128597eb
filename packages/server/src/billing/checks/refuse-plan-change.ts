import { Problem, type SubscriptionStatus } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { SubscriptionRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { unfinishedOfSubscription } from '../payments/change-being-paid.ts'
import type { ResolvedSession } from '../quotes/resolve-session.ts'
import { paymentInProgress } from './payment-in-progress.ts'
import type { PlanTerms } from '@billing-checkout/domain'
import { loadPlan } from '../../store/entities/plans.ts'

/** Throws `subscription_not_changeable` unless a change can wait for the end of the subscription's period. */
export const refuseUnlessSchedulable = ({
  id,
  status,
  requestedEndAt,
}: Pick<SubscriptionRow, 'id' | 'status' | 'requestedEndAt'>): void => {
  if (requestedEndAt !== null) {
    const message = `Subscription ${id} renews until its cancellation ends it; no change of it can be scheduled.`
    throw new Problem('subscription_not_changeable', message)
  }
  if (status === 'trial' || status === 'active') return
  throw new Problem(
    'subscription_not_changeable',
    `Subscription ${id} is ${status}; a change can be scheduled in trial and active.`,
  )
}

/**
 * Throws `payment_in_progress` if the subscription's next period already has a claim, or if a claim is owed, because the price in the claim
 * is frozen.
 */
export const refuseWhileRenewing = async (
  db: OrganizationDatabase,
  { id, currentPeriodEnd, owedClaimId }: SubscriptionRow,
): Promise<void> => {
  const claim = await db
    .selectFrom('claims')
    .select('id')
    .where('kind', '=', 'period')
    .where('subscriptionId', '=', id)
    .where('periodStart', '=', currentPeriodEnd)
    .executeTakeFirst()
  if (claim !== undefined || owedClaimId !== null) throw paymentInProgress(`The renewal of subscription ${id}`)
}

/** Refuses a plan change without a charge if the subscription has ended or will end, because no later charge would have the new price. */
export const refusePlanChangeOfEnding = (subscription: Pick<SubscriptionRow, 'id' | 'status'>): void => {
  if (subscription.status === 'cancelled' || subscription.status === 'scheduled_for_cancellation') {
    throw new Problem(
      'subscription_not_changeable',
      `Subscription ${subscription.id} is ${subscription.status}; its plan can be switched in trial, active and past_due.`,
    )
  }
}

/** Refuses a plan change that applies only from the next charge, if no charge follows or a requested end forbids the change. */
export const refuseImpossibleChange = async (
  work: Pick<Write, 'db'>,
  { purpose, subscription, quote, terms }: ResolvedSession,
): Promise<void> => {
  if (purpose !== 'change_plan' || subscription === undefined || quote?.draft.restartsCycle !== false) return
  if (quote.draft.changesAtPeriodEnd) return refuseUnlessSchedulable(subscription)
  refusePlanChangeOfEnding(subscription)
  if (terms !== undefined) await refuseIntervalBeforeRequestedEnd(work, subscription, terms)
}

/** The change that a request makes while a charge may be pending. */
interface ChangeWhilePaying {
  readonly plan?: unknown
  readonly status?: SubscriptionStatus | undefined
}

/**
 * Refuses changes while a charge of the subscription is pending, because the charge's outcome may affect them. While a renewal is pending,
 * only a cancellation is allowed. If that renewal is paid after all, its money is voided or refunded in full.
 */
export const refuseWhilePaying = async ({ find }: Write, id: string, change: ChangeWhilePaying): Promise<void> => {
  const [unfinished] = await find(unfinishedOfSubscription, [id])
  if (unfinished === undefined) return
  const ends = change.status === 'cancelled' || change.status === 'scheduled_for_cancellation'
  if (unfinished.purpose === 'renew' && ends && change.plan === undefined) return
  throw paymentInProgress(`Payment ${unfinished.id} of subscription ${id}`)
}

/**
 * Throws `subscription_not_changeable` if a subscription that renews until a requested end would switch to an interval of another length,
 * because that would move its end.
 */
export const refuseIntervalBeforeRequestedEnd = async (
  { db }: Pick<Write, 'db'>,
  { id, planId, requestedEndAt }: Pick<SubscriptionRow, 'id' | 'planId' | 'requestedEndAt'>,
  { interval }: PlanTerms,
): Promise<void> => {
  if (requestedEndAt === null) return
  const plan = await loadPlan(db, planId)
  if (plan?.intervalUnit === interval?.unit && plan?.intervalCount === interval?.count) return
  throw new Problem(
    'subscription_not_changeable',
    `Subscription ${id} renews until its cancellation ends it; it cannot switch to a plan with another interval.`,
  )
}
