import { Problem, type SubscriptionStatus } from '@billing-checkout/contract'
import { subscriptionAfter, type SubscriptionTrigger } from '@billing-checkout/domain'

/**
 * A subscription's next status. Throws `subscription_not_changeable`, naming the status it has and the one that was asked for,
 * where the lifecycle does not allow the change.
 */
export const allowedStatus = (
  subscription: { readonly id: string; readonly status: SubscriptionStatus },
  trigger: SubscriptionTrigger,
  requestedStatus: SubscriptionStatus,
): SubscriptionStatus => {
  try {
    return subscriptionAfter(subscription.status, trigger)
  } catch {
    throw new Problem(
      'subscription_not_changeable',
      `Subscription ${subscription.id} is ${subscription.status} and cannot become ${requestedStatus}.`,
    )
  }
}
