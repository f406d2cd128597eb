import type { Timestamp } from '@billing-checkout/domain'
import type { SubscriptionRow } from '../../store/rows.ts'

/** When the next period of a subscription is charged: at the end of the current one, unless the charge was postponed. */
export const chargeAtOf = ({
  currentPeriodEnd,
  nextBillingDate,
}: Pick<SubscriptionRow, 'currentPeriodEnd' | 'nextBillingDate'>): Timestamp =>
  nextBillingDate !== null && nextBillingDate > currentPeriodEnd ? nextBillingDate : currentPeriodEnd
