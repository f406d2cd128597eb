import type { Payment } from '@billing-checkout/contract'
import type { Billing } from '../billing.ts'

/** Reports a payment's status to the metrics; called after the commit. Reports nothing while the payment is pending. */
export const observePayment = (
  { observer }: Pick<Billing, 'observer'>,
  { payment_type: type, payment_status: status, status_reason: reason }: Payment,
): void => {
  if (status !== 'PENDING') observer.paymentEnded({ type, status, reason: reason?.status_reason.decline_code ?? '' })
}
