import { Problem } from '@billing-checkout/contract'

/** The refusal of a request while `what`, such as "Payment pay_1", is pending. */
export const paymentInProgress = (what: string): Problem =>
  new Problem('payment_in_progress', `${what} is not finished yet.`)

/**
 * The refusal of a request while a payment that it began is pending. Nothing is stored under the request's idempotency key, so a later
 * retry gets the outcome.
 */
export class OwnPaymentInProgress extends Problem {
  constructor(paymentId: string) {
    super('payment_in_progress', `Payment ${paymentId}, begun by this request, is not finished yet.`)
  }
}
