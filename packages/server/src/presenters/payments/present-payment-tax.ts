import type { PaymentTax } from '@billing-checkout/contract'
import { collectedPart, isCaptured } from '@billing-checkout/domain'
import type { LatestRefund, PaymentRow } from '../../store/rows.ts'

/**
 * A payment's tax as it stands: calculated tax is committed once the money is captured, and reversed when all of it went
 * back or never came after all. Its transaction id is there from the commitment on.
 */
export const presentPaymentTax = (payment: TaxedPayment, latestRefund: FinishedRefunds | null): PaymentTax | null => {
  // Rows of an earlier release have no breakdown.
  const tax = payment.tax && { ...payment.tax, breakdown: payment.tax.breakdown ?? [] }
  if (tax === null || tax.status !== 'calculated') return tax
  const became = statusOf(payment, latestRefund)
  return { ...tax, status: became, transaction_id: became === 'calculated' ? null : tax.transaction_id }
}

type TaxedPayment = Pick<
  PaymentRow,
  'tax' | 'paymentStatus' | 'amount' | 'collectedAmount' | 'refundedAmount' | 'paymentDetails'
>
type FinishedRefunds = Pick<LatestRefund, 'anyPending'>

const statusOf = (payment: TaxedPayment, latestRefund: FinishedRefunds | null): PaymentTax['status'] => {
  const { paymentStatus, amount, refundedAmount, paymentDetails } = payment
  if (isCaptured(paymentStatus)) {
    // Refunds finish in any order: the latest one may be through while an older one is not.
    return amount > 0 && refundedAmount === collectedPart(payment) && latestRefund?.anyPending === false
      ? 'reversed'
      : 'committed'
  }
  // A failure with the processor's facts was approved before: its capture or settlement came to nothing.
  return paymentStatus === 'FAILED' && paymentDetails !== null ? 'reversed' : 'calculated'
}
