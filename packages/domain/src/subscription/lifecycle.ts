import type { SubscriptionStatus } from '@billing-checkout/contract'
import { statusAfter, type Lifecycle } from '../lifecycle.ts'

/** What can change a subscription's status; the inner keys of `subscriptionLifecycle`. */
export type SubscriptionTrigger =
  | 'renewed'
  | 'chargeDeclined'
  | 'renewalBlocked'
  | 'attemptsUsedUp'
  | 'planPaid'
  | 'cancellationScheduled'
  | 'resumed'
  | 'resumedInTrial'
  | 'reactivated'
  | 'reactivatedInTrial'
  | 'periodEnded'
  | 'cancelled'

/** Every allowed change of a subscription's status: the row is the present status, the column the trigger, the cell the next status. */
export const subscriptionLifecycle = {
  trial: {
    renewed: 'active',
    chargeDeclined: 'past_due',
    planPaid: 'active',
    cancellationScheduled: 'scheduled_for_cancellation',
    cancelled: 'cancelled',
  },
  active: {
    renewed: 'active',
    chargeDeclined: 'past_due',
    renewalBlocked: 'cancelled',
    planPaid: 'active',
    cancellationScheduled: 'scheduled_for_cancellation',
    cancelled: 'cancelled',
  },
  past_due: {
    renewed: 'active',
    planPaid: 'active',
    attemptsUsedUp: 'cancelled',
    cancellationScheduled: 'scheduled_for_cancellation',
    cancelled: 'cancelled',
  },
  scheduled_for_cancellation: {
    resumed: 'active',
    resumedInTrial: 'trial',
    planPaid: 'active',
    periodEnded: 'cancelled',
    cancelled: 'cancelled',
  },
  cancelled: { reactivated: 'active', reactivatedInTrial: 'trial', planPaid: 'active' },
} as const satisfies Lifecycle<SubscriptionStatus, SubscriptionTrigger>

/** A subscription's status after `trigger`. Throws `InvalidTransition` if the table does not allow it. */
export const subscriptionStatusAfter = (status: SubscriptionStatus, trigger: SubscriptionTrigger): SubscriptionStatus =>
  statusAfter<SubscriptionStatus, SubscriptionTrigger>(subscriptionLifecycle, status, trigger)

/** Whether a subscription is not cancelled. */
export const isOngoing = (status: SubscriptionStatus): boolean => status !== 'cancelled'
