import type { SubscriptionStatus } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { SubscriptionRow } from '../../store/rows.ts'

/**
 * The status of a subscription at a time. If it is scheduled for cancellation and its period has ended, it is cancelled, even if no worker
 * has recorded that yet.
 */
export const subscriptionStatusAt = (
  { status, currentPeriodEnd }: Pick<SubscriptionRow, 'status' | 'currentPeriodEnd'>,
  now: Timestamp,
): SubscriptionStatus => (status === 'scheduled_for_cancellation' && currentPeriodEnd <= now ? 'cancelled' : status)
