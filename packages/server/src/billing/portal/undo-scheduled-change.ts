import { Problem } from '@billing-checkout/contract'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { SubscriptionChange } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { withoutScheduledChange } from '../subscriptions/remember-change.ts'
import { canUndo, loadPortalPlans } from './portal-plans.ts'

/**
 * The columns of a subscription whose scheduled change is revoked; undefined if no change is scheduled. Throws in the portal if the
 * customer could not change from the scheduled plan to the current one, because the current plan was archived or left its group.
 */
export const undoScheduledChange = async (
  { db, now }: Write,
  subscription: LockedSubscription,
  inPortal: true | undefined,
): Promise<SubscriptionChange | undefined> => {
  const { id, scheduledPlanId } = subscription
  if (scheduledPlanId === null) return undefined
  if (inPortal && !canUndo(await loadPortalPlans(db, [scheduledPlanId]), subscription))
    throw new Problem('insufficient_permission', `The plan of subscription ${id} is no longer offered.`)
  return { ...withoutScheduledChange(subscription), updatedAt: now }
}
