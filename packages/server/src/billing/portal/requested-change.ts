import type { Timestamp } from '@billing-checkout/domain'
import { Problem, type Subscription } from '@billing-checkout/contract'
import { type GroupedPlan, loadPlan } from '../../store/entities/plans.ts'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { SubscriptionChange } from '../../store/rows.ts'
import {
  loadSubscription,
  type LockedSubscription,
  lockExistingSubscription,
} from '../../store/entities/subscriptions.ts'
import { loadShownSubscription } from '../../presenters/subscriptions/load-subscriptions.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import type { Write } from '../../store/writes/write.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import {
  type CancellationCause,
  prepareStatusChange,
  type RequestedStatus,
} from '../subscriptions/prepare-status-change.ts'
import { oweEmailOfChange } from '../emails/owe-email-of-change.ts'
import { lockNamesOf } from '../lock-names-of.ts'
import { refuseChangeToDuplicate } from '../checks/refuse-duplicate-purchase.ts'
import { columnsForOtherMethod } from '../subscriptions/columns-for-other-method.ts'
import { columnsAfterBillingDateMove } from '../subscriptions/columns-after-billing-date-move.ts'
import { markPeriodMoved } from '../subscriptions/mark-period-ended-early.ts'
import { notCancelledColumns } from '../subscriptions/processed-columns.ts'
import { eventTypeOfChange } from '../subscriptions/record-subscription-event.ts'
import { noPlanChange, withoutScheduledChange } from '../subscriptions/undo-state.ts'
import { columnsOfScheduledChange } from '../subscriptions/scheduled-change.ts'
import { refusePlanChangeOfEnding } from '../checks/refuse-plan-change.ts'
import {
  isOtherPlanOrQuantity,
  columnsAfterPlanSwitch,
  termsOfChange,
  type WantedPlan,
} from '../subscriptions/plan-switch.ts'
import { canUndoScheduledChange, loadPortalPlans } from './portal-plans.ts'

/** The body of `PATCH /subscriptions`. */
export type SubscriptionBody = BodyOf<'updateSubscription'>

/** The requested change: of plan or quantity, status, next billing date or payment method, or the removal of a scheduled change. */
export interface RequestedChange {
  readonly plan?: WantedPlan | undefined
  readonly status?: RequestedStatus | undefined
  /** Why the subscription is cancelled; absent if the merchant gives no reason. */
  readonly cause?: CancellationCause
  readonly nextBillingDate?: Timestamp | undefined
  readonly paymentMethodId?: string | undefined
  /** Set if the customer asks in the portal. They may resume a running subscription, but not restart an ended one. */
  readonly inPortal?: true
  readonly atPeriodEnd?: boolean
  readonly undoesScheduled?: boolean
  readonly expected?: SubscriptionBody['expected']
}

/** Takes the locks that a subscription's payments take, so that no payment changes it at the same time (DECISIONS 56). */
export const lockForChange = async (work: Write, id: string): Promise<LockedSubscription> => {
  const unlocked = await loadSubscription(work.db, id)
  if (unlocked === undefined) throw new Problem('not_found', `There is no subscription ${id}.`)
  await lockNames(work, lockNamesOf({ customerId: unlocked.customerId, subscriptionId: id }))
  return lockExistingSubscription(work, id)
}

/** The columns of a requested change; `charge` if a charge must succeed first; undefined if there is nothing to change. */
export const decideRequestedChange = async (
  work: Write,
  { organization }: CallerContext,
  subscription: LockedSubscription,
  change: RequestedChange,
): Promise<SubscriptionChange | 'charge' | undefined> => {
  const { status, nextBillingDate, paymentMethodId, cause = { source: 'merchant' } } = change
  if (change.inPortal && subscription.status === 'cancelled')
    throw new Problem('subscription_not_changeable', 'This subscription has ended; a client session starts it again.')
  if (paymentMethodId !== undefined) return columnsForOtherMethod(work, subscription, paymentMethodId)
  if (change.undoesScheduled) return undoScheduledChange(work, subscription, change.inPortal)
  if (nextBillingDate !== undefined) {
    const columns = columnsAfterBillingDateMove(subscription, { now: work.now, to: nextBillingDate })
    if (columns !== undefined)
      markPeriodMoved(work, subscription, { start: subscription.currentPeriodStart, end: nextBillingDate })
    return columns
  }
  // If the request names the current plan and quantity, the plan does not change, so the subscriber keeps their price.
  const wanted = change.plan && isOtherPlanOrQuantity(subscription, change.plan) ? change.plan : undefined
  const statusChange = status === undefined ? undefined : await prepareStatusChange(work, subscription, status, cause)
  if (statusChange?.kind === 'charge') return 'charge'
  const statusColumns = statusChange?.kind === 'change' ? statusChange.columns : undefined
  if (wanted !== undefined || (subscription.status === 'cancelled' && statusColumns?.status !== undefined))
    await refuseChangeToDuplicate(
      work,
      organization,
      subscription,
      await groupOf(work, wanted?.id ?? subscription.planId),
    )
  if (wanted === undefined) return statusColumns
  if (change.atPeriodEnd)
    return columnsOfScheduledChange(work, subscription, await termsOfChange(work, subscription, wanted))
  refusePlanChangeOfEnding({ id: subscription.id, status: statusColumns?.status ?? subscription.status })
  const kept = statusColumns === undefined ? subscription : { ...subscription, ...notCancelledColumns }
  return { ...(await columnsAfterPlanSwitch(work, kept, wanted)), ...statusColumns, ...noPlanChange }
}

/** The plan with its group. This does not check that the plan exists; `termsOfChange` does. */
const groupOf = async (work: Write, id: string): Promise<GroupedPlan> =>
  (await loadPlan(work.db, id)) ?? { id, planGroup: null }

/**
 * Writes the columns of a change, records its event, and owes the customer an email about it. Returns the subscription as it is now, and
 * stores it as the response for the request's idempotency key.
 */
export const saveChange = async (
  work: Write,
  call: CallerContext,
  before: LockedSubscription,
  columns: SubscriptionChange | undefined,
  sessionId?: string,
): Promise<Subscription> => {
  const { id } = before
  if (columns) await work.db.updateTable('subscriptions').set(columns).where('id', '=', id).execute()
  const subscription = await loadShownSubscription(work.db, id)
  if (columns !== undefined) {
    recordEvent(work, eventTypeOfChange(before, subscription), subscription)
    await oweEmailOfChange(work, before, subscription, sessionId)
  }
  saveIdempotentResponse(work, call, subscription)
  return subscription
}

/**
 * The columns of a subscription whose scheduled change is revoked; undefined if no change is scheduled. Throws in the portal if the current
 * plan is no longer offered, because it was archived or left its group.
 */
const undoScheduledChange = async (
  { db, now }: Write,
  subscription: LockedSubscription,
  inPortal: true | undefined,
): Promise<SubscriptionChange | undefined> => {
  const { id, scheduledPlanId } = subscription
  if (scheduledPlanId === null) return undefined
  if (inPortal && !canUndoScheduledChange(await loadPortalPlans(db, [scheduledPlanId]), subscription))
    throw new Problem('insufficient_permission', `The plan of subscription ${id} is no longer offered.`)
  return { ...withoutScheduledChange(subscription), updatedAt: now }
}
