import type { Payment, Refund, Subscription } from '@billing-checkout/contract'
import type { PaymentRow, RefundRow } from '../../store/rows.ts'
import { presentEmbeddedCustomer, type ShownCustomerRow } from '../customers/present-customer.ts'
import { presentLines } from '../sessions/present-quote.ts'
import { presentPaymentTax } from './present-payment-tax.ts'

/** Related data that is shown with a payment. */
export interface PaymentRelations {
  readonly customer: ShownCustomerRow
  readonly subscription: Subscription | null
  /** All refunds, the oldest first. */
  readonly refunds: readonly ShownRefundRow[]
}

/** The columns of a payment that are shown. Lists do not read the other columns, because some of them are large. */
export const shownPaymentColumns = [
  'id',
  'amount',
  'collectedAmount',
  'amountUsd',
  'currencyCode',
  'lines',
  'paymentStatus',
  'paymentType',
  'paymentTokenType',
  'paymentMethod',
  'metadata',
  'statementDescriptor',
  'refundedAmount',
  'avsCheck',
  'cvcCheck',
  'paymentDetails',
  'processor',
  'statusReason',
  'tax',
  'authentication',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof PaymentRow)[]

/** A payment as the interface shows it. */
export const presentPayment = (
  payment: Pick<PaymentRow, (typeof shownPaymentColumns)[number]>,
  { customer, subscription, refunds }: PaymentRelations,
): Payment => ({
  id: payment.id,
  amount: payment.amount,
  amount_usd: payment.amountUsd,
  currency_code: payment.currencyCode,
  lines: presentLines(payment.lines),
  payment_status: payment.paymentStatus,
  payment_type: payment.paymentType,
  payment_token_type: payment.paymentTokenType,
  payment_method: payment.paymentMethod,
  customer: presentEmbeddedCustomer(customer),
  subscription,
  metadata: payment.metadata,
  statement_descriptor: payment.statementDescriptor,
  refunded_amount: payment.refundedAmount,
  refund: refunds.map(presentRefund).at(-1) ?? null,
  refunds: refunds.map(presentRefund),
  avs_check: payment.avsCheck,
  cvc_check: payment.cvcCheck,
  payment_details: payment.paymentDetails,
  processor: payment.processor,
  status_reason: payment.statusReason,
  tax: presentPaymentTax(payment, refunds),
  three_d_secure: payment.authentication,
  created_at: payment.createdAt,
  updated_at: payment.updatedAt,
})

/** The columns of a refund that are shown. */
export const shownRefundColumns = [
  'id',
  'amount',
  'amountUsd',
  'taxAmount',
  'taxBreakdown',
  'createdAt',
  'processorTransactionId',
  'status',
  'reason',
  'updatedAt',
] as const satisfies readonly (keyof RefundRow)[]

/** A refund row with only {@link shownRefundColumns}. */
export type ShownRefundRow = Pick<RefundRow, (typeof shownRefundColumns)[number]>

const presentRefund = (refund: ShownRefundRow): Refund => ({
  id: refund.id,
  amount: refund.amount,
  amount_usd: refund.amountUsd,
  amount_tax: refund.taxAmount,
  tax_breakdown: refund.taxBreakdown,
  created_at: refund.createdAt,
  processor_transaction_id: refund.processorTransactionId,
  status: refund.status,
  reason: refund.reason,
  updated_at: refund.updatedAt,
})
