import { dunningStep, retryAfterFailure, subscriptionAfter } from '@billing-checkout/domain'
import { loadOrganization } from '../../organization/load-organization.ts'
import type { PaymentRow, SubscriptionRow } from '../../store/rows.ts'
import { lockSubscription, type LockedSubscription } from '../../store/subscriptions.ts'
import type { Write } from '../../store/write.ts'
import { recordSubscription, updateSubscription } from './record-subscription.ts'
import { processedColumns } from './processed-columns.ts'

/** How a period's charge came to nothing. */
export type Unpaid =
  | { readonly kind: 'declined'; readonly mayRetry: boolean }
  /** Certain, but nobody's fault: tried again a few times before it counts. */
  | { readonly kind: 'failed' }

/** Writes down what an unpaid period means for its subscription: another try, waiting for another method, or the end. */
export const finishUnpaidRenewal = async (work: Write, payment: PaymentRow, unpaid: Unpaid): Promise<void> => {
  const subscription = (await lockSubscription(work, payment.subscriptionId!))!
  if (!renews(subscription)) return updateSubscription(work, subscription, { renewalPaymentId: null })
  if (unpaid.kind === 'failed') {
    const retryAt = retryAfterFailure(subscription.failureCount, work.now)
    if (retryAt !== undefined) {
      updateSubscription(work, subscription, {
        ...processedColumns,
        renewalPaymentId: null,
        failureCount: subscription.failureCount + 1,
        nextBillingDate: retryAt,
      })
      await recordSubscription(work, subscription.id, 'subscription.updated')
      return
    }
  }
  return dun(work, subscription, {
    attempts: subscription.attemptCount + 1,
    mayRetry: unpaid.kind === 'failed' || unpaid.mayRetry,
    since: subscription.pastDueSince ?? payment.createdAt,
  })
}

/** A subscription without a method is past due at once; nothing is tried until it has one. */
export const dunWithoutMethod = (work: Write, subscription: LockedSubscription): Promise<void> =>
  dun(work, subscription, {
    attempts: subscription.attemptCount,
    mayRetry: false,
    since: subscription.pastDueSince ?? work.now,
  })

/** Records that a rule blocked a renewal: an active subscription is cancelled, any other is past due without further tries. */
export const finishBlockedRenewal = async (work: Write, subscription: LockedSubscription): Promise<void> => {
  if (subscription.status !== 'active') {
    return dun(work, subscription, {
      attempts: subscription.attemptCount + 1,
      mayRetry: false,
      since: subscription.pastDueSince ?? work.now,
    })
  }
  updateSubscription(work, subscription, {
    ...noTroubles,
    status: subscriptionAfter(subscription.status, 'renewalBlocked'),
    nextBillingDate: null,
  })
  await recordSubscription(work, subscription.id, 'subscription.cancelled')
}

/** Whether a subscription's charges still matter to it; one that was cancelled meanwhile is past caring. */
export const renews = ({ status }: SubscriptionRow): boolean =>
  status !== 'cancelled' && status !== 'scheduled_for_cancellation'

/** Ends a past-due subscription whose days are over. */
export const giveUp = async (work: Write, subscription: LockedSubscription): Promise<void> => {
  updateSubscription(work, subscription, {
    ...noTroubles,
    status: subscriptionAfter(subscription.status, 'attemptsUsedUp'),
    nextBillingDate: null,
  })
  await recordSubscription(work, subscription.id, 'subscription.cancelled')
}

/** Ends a subscription that was only to run on to the end of what is paid for. */
export const endPeriod = async (work: Write, subscription: LockedSubscription): Promise<void> => {
  updateSubscription(work, subscription, {
    ...noTroubles,
    status: subscriptionAfter(subscription.status, 'periodEnded'),
    nextBillingDate: null,
  })
  await recordSubscription(work, subscription.id, 'subscription.cancelled')
}

/** Columns of a subscription that owes nothing: no declines, no failures, nothing held up. */
export const noTroubles = {
  ...processedColumns,
  attemptCount: 0,
  failureCount: 0,
  pastDueSince: null,
  givesUpAt: null,
  renewalPaymentId: null,
  owedClaimId: null,
} as const

interface Decline {
  /** Declines so far, this one included. */
  readonly attempts: number
  readonly mayRetry: boolean
  readonly since: string
}

/** Counts a decline against a subscription: past due, with another try if there is one left. */
export const dun = async (work: Write, subscription: LockedSubscription, decline: Decline): Promise<void> => {
  const organization = await loadOrganization(work.db, work.organizationId)
  const days = organization!.settings.dunning_days
  const step = dunningStep({ ...decline, days, now: work.now })
  const isNew = subscription.status !== 'past_due'
  const status = isNew ? subscriptionAfter(subscription.status, 'chargeDeclined') : subscription.status
  if (step.kind === 'cancel') return giveUp(work, { ...subscription, status })
  updateSubscription(work, subscription, {
    ...processedColumns,
    status,
    renewalPaymentId: null,
    failureCount: 0,
    attemptCount: decline.attempts,
    attemptsMax: days.length,
    pastDueSince: decline.since,
    givesUpAt: step.givesUpAt,
    nextBillingDate: step.kind === 'retry' ? step.at : null,
  })
  await recordSubscription(work, subscription.id, isNew ? 'subscription.past_due' : 'subscription.updated')
}
