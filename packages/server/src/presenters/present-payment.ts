import type { Payment, Refund, Subscription } from '@billing-checkout/contract'
import type { CustomerRow, LatestRefund, PaymentRow, RefundRow } from '../store/rows.ts'
import { presentEmbeddedCustomer } from './present-customer.ts'
import { presentPaymentTax } from './present-payment-tax.ts'

/** What a payment is shown together with. */
export interface PaymentRelations {
  readonly customer: CustomerRow
  readonly subscription: Subscription | null
  readonly latestRefund: LatestRefund | null
}

/** A payment as the interface shows it. */
export const presentPayment = (
  payment: PaymentRow,
  { customer, subscription, latestRefund }: PaymentRelations,
): Payment => ({
  id: payment.id,
  amount: payment.amount,
  amount_usd: payment.amountUsd,
  currency_code: payment.currencyCode,
  payment_status: payment.paymentStatus,
  payment_type: payment.paymentType,
  payment_token_type: payment.paymentTokenType,
  payment_method: payment.paymentMethod,
  customer: presentEmbeddedCustomer(customer),
  subscription,
  metadata: payment.metadata,
  statement_descriptor: payment.statementDescriptor,
  refunded_amount: payment.refundedAmount,
  refund: latestRefund && presentRefund(latestRefund),
  avs_check: payment.avsCheck,
  cvc_check: payment.cvcCheck,
  payment_details: payment.paymentDetails,
  processor: payment.processor,
  status_reason: payment.statusReason,
  tax: presentPaymentTax(payment, latestRefund),
  three_d_secure: payment.authentication,
  created_at: payment.createdAt,
  updated_at: payment.updatedAt,
})

const presentRefund = (refund: RefundRow): Refund => ({
  amount: refund.amount,
  amount_usd: refund.amountUsd,
  created_at: refund.createdAt,
  processor_transaction_id: refund.processorTransactionId,
  status: refund.status,
  updated_at: refund.updatedAt,
})
