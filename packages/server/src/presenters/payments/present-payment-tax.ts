import type { PaymentTax } from '@billing-checkout/contract'
import { collectedPart, isCaptured } from '@billing-checkout/domain'
import type { PaymentRow, RefundRow } from '../../store/rows.ts'

/**
 * A payment's tax as it stands: calculated tax is committed once the money is captured, and reversed when all of it went
 * back or never came after all. Its transaction id is there from the commitment on.
 */
export const presentPaymentTax = (payment: TaxedPayment, refunds: Refunds): PaymentTax | null => {
  const { tax } = payment
  if (tax === null || tax.status !== 'calculated') return tax
  const became = statusOf(payment, refunds)
  return { ...tax, status: became, transaction_id: became === 'calculated' ? null : tax.transaction_id }
}

type TaxedPayment = Pick<
  PaymentRow,
  'tax' | 'paymentStatus' | 'amount' | 'collectedAmount' | 'refundedAmount' | 'paymentDetails'
>
type Refunds = readonly Pick<RefundRow, 'status'>[]

const statusOf = (payment: TaxedPayment, refunds: Refunds): PaymentTax['status'] => {
  const { paymentStatus, amount, refundedAmount, paymentDetails } = payment
  if (isCaptured(paymentStatus)) {
    // Refunds finish in any order: the latest one may be through while an older one is not.
    return amount > 0 &&
      refundedAmount === collectedPart(payment) &&
      refunds.length > 0 &&
      refunds.every(({ status }) => status !== 'pending')
      ? 'reversed'
      : 'committed'
  }
  // A failure with the processor's facts was approved before: its capture or settlement came to nothing.
  return paymentStatus === 'FAILED' && paymentDetails !== null ? 'reversed' : 'calculated'
}
