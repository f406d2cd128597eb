import { Problem } from '@billing-checkout/contract'

/**
 * Thrown while the payment that the request itself began is pending. No answer is stored under the idempotency key, so a later retry gets
 * the outcome.
 */
export class OwnPaymentInProgress extends Problem {
  constructor(paymentId: string) {
    super('payment_in_progress', `Payment ${paymentId}, begun by this request, is not finished yet.`)
  }
}
