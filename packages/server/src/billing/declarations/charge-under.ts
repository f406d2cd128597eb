import { type ChargeOfContract, collectedPart, customerCreditIn } from '@billing-checkout/domain'
import type { PaymentRow, SubscriptionRow } from '../../store/rows.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'

/**
 * Returns what a payment paid for. If it paid for the running period, the period's dates come from the subscription, because the period may
 * have been moved since the payment.
 */
export const chargeUnder = (
  subscription: SubscriptionRow | null,
  payment: PaymentRow,
  { period, draft }: FrozenClaim,
): ChargeOfContract => {
  const next = draft.nextCharge
  const priced = period ?? (next === null ? null : { start: payment.createdAt, end: next.at })
  const paidMinor = collectedPart(payment)
  return {
    priceMinor: paidMinor + customerCreditIn(draft),
    paidMinor,
    refundedMinor: payment.refundedAmount + payment.disputedAmount,
    period:
      subscription !== null && payment.id === subscription.periodPaymentId
        ? { start: subscription.currentPeriodStart, end: subscription.currentPeriodEnd }
        : priced,
  }
}
