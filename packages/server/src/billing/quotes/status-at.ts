import type { SubscriptionStatus } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { SubscriptionRow } from '../../store/rows.ts'

/**
 * The status of a subscription at a moment: one that is scheduled for cancellation has ended with its period, even before a
 * worker has recorded that.
 */
export const statusAt = (
  { status, currentPeriodEnd }: Pick<SubscriptionRow, 'status' | 'currentPeriodEnd'>,
  now: Timestamp,
): SubscriptionStatus => (status === 'scheduled_for_cancellation' && currentPeriodEnd <= now ? 'cancelled' : status)
