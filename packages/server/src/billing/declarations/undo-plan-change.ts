import { isDeepStrictEqual } from 'node:util'
import type { Organization } from '../../organization/organization.ts'
import { formatPlanName } from '../../presenters/languages/format-units.ts'
import { endsByCancellation } from '../../presenters/subscriptions/end-of-subscription.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import { findPlan } from '../../store/entities/plans.ts'
import type { EmailDetails } from '../../store/schema/emails.ts'
import type { PlanChange, SubscriptionSnapshot } from '../../store/schema/plan-change.ts'
import type { Write } from '../../store/writes/write.ts'
import { isRefused } from '../checks/is-refused.ts'
import { refuseChangeToDuplicate } from '../checks/refuse-duplicate-purchase.ts'
import { markPeriodEndedEarly } from '../subscriptions/mark-period-ended-early.ts'
import { noScheduledChange, processedColumns } from '../subscriptions/processed-columns.ts'
import { recordSubscriptionEvent, updateSubscription } from '../subscriptions/record-subscription-event.ts'
import { columnsOfSnapshot, givenBackOf, planChangeColumn, snapshotOf } from '../subscriptions/undo-state.ts'
import { refuseWhileRenewing } from '../checks/refuse-plan-change.ts'
import type { ConcernedSubscription } from './named-contracts.ts'

/**
 * Whether a subscription can be restored exactly to its state before a change. Since the change, nothing else may have changed its plan,
 * period or money, and nothing may have been refunded. The previous period must still run. A change that spent the customer's credit cannot
 * be undone, because a refund cannot give credit back.
 */
export const canUndoPlanChange = async (
  work: Write,
  organization: Organization,
  { subscription, payments }: ConcernedSubscription,
  change: PlanChange,
): Promise<boolean> => {
  const { before, after, paymentId, creditMinor, givenBackMinor } = change
  const wasRunning =
    before.status === 'trial' || before.status === 'active' || before.status === 'scheduled_for_cancellation'
  const isWhole = before.owedClaimId === null && before.lostPaymentId === null && before.currentPeriodEnd > work.now
  const givenBackBy = (id: string | null) => {
    const payment = payments.find((each) => each.id === id)
    return payment === undefined ? 0 : givenBackOf(payment)
  }
  const isGivenBack = givenBackBy(paymentId) > 0 || givenBackBy(before.periodPaymentId) !== givenBackMinor
  const isPaying = payments.some(({ paymentStatus }) => paymentStatus === 'PENDING')
  if (!wasRunning || !isWhole || isGivenBack || isPaying || creditMinor > 0) return false
  const state = (each: SubscriptionSnapshot) => withoutCancellation(each, subscription)
  if (!isDeepStrictEqual(state(snapshotOf(subscription)), state(after))) return false
  return !(await isRefused(async () => {
    await refuseWhileRenewing(work.db, subscription)
    const plan = await findPlan(work, before.planId)
    if (plan !== undefined) await refuseChangeToDuplicate(work, organization, subscription, plan)
  }))
}

const isCancellationScheduled = ({ status }: Pick<SubscriptionSnapshot, 'status'>): boolean =>
  status === 'scheduled_for_cancellation'

/** A state without the effects of a cancellation, so that states can be compared: a change can also be undone after a cancellation. */
const withoutCancellation = (
  state: SubscriptionSnapshot,
  subscription: Pick<SubscriptionSnapshot, 'status' | 'requestedEndAt'>,
): SubscriptionSnapshot => ({
  ...state,
  // Ignore an end that the consumer has requested since the change.
  requestedEndAt: null,
  ...(endsByCancellation(subscription) && noScheduledChange),
  ...(isCancellationScheduled(subscription) && { status: 'active', nextBillingDate: null }),
})

/**
 * Restores the plan, quantity, period and money that a change replaced. A cancellation from before or after the change stays in effect.
 * Returns the facts for the email about the undone change.
 */
export const undoPlanChange = async (
  work: Write,
  subscription: LockedSubscription,
  change: PlanChange,
): Promise<EmailDetails> => {
  const { before, after } = change
  const requestedEndAt = subscription.requestedEndAt ?? before.requestedEndAt
  const isCovered = requestedEndAt !== null && requestedEndAt <= before.currentPeriodEnd
  const hasEnd = isCancellationScheduled(subscription) || isCancellationScheduled(before) || isCovered
  const cancellation =
    subscription.cancellation === null && (hasEnd || requestedEndAt !== null)
      ? {
          cancellation: JSON.stringify({ reason: null, comment: null, source: 'declaration', received_at: work.now }),
        }
      : {}
  if (before.currentPeriodStart !== subscription.currentPeriodStart)
    markPeriodEndedEarly(work, subscription, { at: work.now, creditsUnusedTime: false })
  updateSubscription(work, subscription, {
    ...processedColumns,
    ...columnsOfSnapshot(before),
    requestedEndAt,
    ...((hasEnd || requestedEndAt !== null) && noScheduledChange),
    ...(hasEnd && {
      requestedEndAt: null,
      nextBillingDate: null,
      status: 'scheduled_for_cancellation',
    }),
    ...cancellation,
    ...planChangeColumn({ ...change, isUndone: true }),
  })
  const [changed, restored] = await Promise.all([
    findPlan(work, after.scheduledPlanId ?? after.planId),
    findPlan(work, before.planId),
  ])
  await recordSubscriptionEvent(work, subscription.id, 'subscription.updated')
  return {
    plan_before: formatPlanName(changed?.name ?? '', after.scheduledQuantity ?? after.quantity),
    plan_after: formatPlanName(restored?.name ?? '', before.quantity),
  }
}
