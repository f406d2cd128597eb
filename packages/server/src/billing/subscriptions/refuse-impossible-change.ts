import { Problem } from '@billing-checkout/contract'
import type { SubscriptionRow } from '../../store/rows.ts'
import type { ResolvedSession } from '../quotes/resolve-session.ts'

/** Refuses a plan change without a charge where no later charge would bring the new price: the subscription ends, or has ended. */
export const refusePlanChangeIn = (subscription: Pick<SubscriptionRow, 'id' | 'status'>): void => {
  if (subscription.status === 'cancelled' || subscription.status === 'scheduled_for_cancellation') {
    throw new Problem(
      'subscription_not_changeable',
      `Subscription ${subscription.id} is ${subscription.status}; its plan can be switched in trial, active and past_due.`,
    )
  }
}

/** Refuses a change whose price waits for the next charge when there will be none. */
export const refuseChangeThatCannotBe = ({ purpose, subscription, quote }: ResolvedSession): void => {
  if (purpose === 'change_plan' && subscription && quote?.draft.restartsCycle === false)
    refusePlanChangeIn(subscription)
}
