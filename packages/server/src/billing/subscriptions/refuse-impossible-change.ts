import { Problem } from '@billing-checkout/contract'
import type { SubscriptionRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { unfinishedOfSubscription } from '../payments/change-being-paid.ts'
import { paymentInProgress } from '../checks/payment-in-progress.ts'
import type { ResolvedSession } from '../quotes/resolve-session.ts'
import type { RequestedStatus } from './change-status.ts'
import { refuseUnlessSchedulable } from './schedule-change.ts'
import { refuseOtherRequestedEnd } from './switch-plan.ts'

/** Refuses a plan change without a charge if the subscription has ended or will end, because no later charge would have the new price. */
export const refusePlanChangeIn = (subscription: Pick<SubscriptionRow, 'id' | 'status'>): void => {
  if (subscription.status === 'cancelled' || subscription.status === 'scheduled_for_cancellation') {
    throw new Problem(
      'subscription_not_changeable',
      `Subscription ${subscription.id} is ${subscription.status}; its plan can be switched in trial, active and past_due.`,
    )
  }
}

/**
 * Refuses a plan change whose new price applies only from the next charge, if there will be no next charge or a requested end does not
 * allow the change.
 */
export const refuseImpossibleChange = async (
  work: Pick<Write, 'db'>,
  { purpose, subscription, quote, terms }: ResolvedSession,
): Promise<void> => {
  if (purpose !== 'change_plan' || subscription === undefined || quote?.draft.restartsCycle !== false) return
  if (quote.draft.changesAtPeriodEnd) return refuseUnlessSchedulable(subscription)
  refusePlanChangeIn(subscription)
  if (terms !== undefined) await refuseOtherRequestedEnd(work, subscription, terms)
}

/** The change that a request makes while a charge may be pending. */
interface ChangeWhilePaying {
  readonly plan?: unknown
  readonly status?: RequestedStatus | undefined
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
