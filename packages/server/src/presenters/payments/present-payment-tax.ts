import type { PaymentTax } from '@billing-checkout/contract'
import { collectedPart, isCaptured } from '@billing-checkout/domain'
import type { PaymentRow, RefundRow } from '../../store/rows.ts'

/**
 * The current state of a payment's tax. Calculated tax becomes `committed` when the money is captured, and `reversed` when all of the money
 * was given back or never arrived. Tax has a transaction id from `committed` on.
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
    // Refunds finish in any order, so check all of them: a later one may have succeeded while an earlier one is pending.
    return amount > 0 &&
      refundedAmount === collectedPart(payment) &&
      refunds.length > 0 &&
      refunds.every(({ status }) => status !== 'pending')
      ? 'reversed'
      : 'committed'
  }
  // A failed payment with the processor's facts was approved first; its capture or settlement failed.
  return paymentStatus === 'FAILED' && paymentDetails !== null ? 'reversed' : 'calculated'
}
