import { type PlanTerms, quantityOf, unitPrice } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { PlanRow, SubscriptionChange } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { isRefused } from '../checks/is-refused.ts'
import { discountAfterChange, discountAsJson } from '../discounts/discount-after-change.ts'
import { refuseChangeToDuplicate } from '../checks/refuse-duplicate-purchase.ts'
import { oweEmailOfDroppedChange } from '../emails/owe-email-of-change.ts'
import { noScheduledChange } from './processed-columns.ts'
import { recordSubscriptionEvent, updateSubscription } from './record-subscription-event.ts'
import { noPlanChange, withoutScheduledChange } from './undo-state.ts'
import { refuseUnlessSchedulable, refuseWhileRenewing } from '../checks/refuse-plan-change.ts'

/**
 * The columns of a subscription that changes to these terms at the end of its period (DECISIONS 200); undefined if that is already
 * scheduled. Throws `subscription_not_changeable` or `payment_in_progress` if the change cannot be scheduled.
 */
export const columnsOfScheduledChange = async (
  { db, now }: Write,
  subscription: LockedSubscription,
  terms: PlanTerms,
): Promise<SubscriptionChange | undefined> => {
  refuseUnlessSchedulable(subscription)
  await refuseWhileRenewing(db, subscription)
  const change = {
    scheduledPlanId: terms.id,
    scheduledPriceAmount: unitPrice(terms),
    scheduledQuantity: quantityOf(terms),
  }
  const isSame = (Object.keys(change) as (keyof typeof change)[]).every((part) => change[part] === subscription[part])
  return isSame ? undefined : { ...change, ...noPlanChange, updatedAt: now }
}

/** The current and the scheduled plan of a subscription that is renewed, and its organization. */
interface ScheduledRows {
  readonly plan: PlanRow
  readonly scheduledPlan?: PlanRow | undefined
  readonly organization: Organization
}

/**
 * Changes a subscription to its scheduled plan when its next period is claimed. If its customer has, or is buying, another live
 * subscription to that plan or its group, the change is dropped, with an event and an email. Returns the subscription and its plan
 * afterwards.
 */
export const applyScheduledChange = async (
  work: Write,
  subscription: LockedSubscription,
  { plan, scheduledPlan, organization }: ScheduledRows,
): Promise<{ readonly subscription: LockedSubscription; readonly plan: PlanRow }> => {
  const { id, scheduledPriceAmount, scheduledQuantity } = subscription
  if (scheduledPlan === undefined || scheduledPriceAmount === null || scheduledQuantity === null)
    return { subscription, plan }
  const check = () => refuseChangeToDuplicate(work, organization, subscription, scheduledPlan)
  const isDropped = await isRefused(check, 'already_subscribed')
  const change = isDropped
    ? noScheduledChange
    : {
        ...noScheduledChange,
        planId: scheduledPlan.id,
        priceAmount: scheduledPriceAmount,
        quantity: scheduledQuantity,
      }
  const discount = isDropped ? subscription.discount : discountAfterChange(subscription.discount, plan, scheduledPlan)
  const remembered = isDropped ? withoutScheduledChange(subscription) : noPlanChange
  updateSubscription(work, subscription, { ...change, ...remembered, discount: discountAsJson(discount) })
  if (isDropped) await oweEmailOfDroppedChange(work, subscription, plan)
  await recordSubscriptionEvent(work, id, isDropped ? 'subscription.change_refused' : 'subscription.updated')
  return { subscription: { ...subscription, ...change, discount }, plan: isDropped ? plan : scheduledPlan }
}
