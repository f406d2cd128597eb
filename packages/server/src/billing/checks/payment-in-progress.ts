import { Problem } from '@billing-checkout/contract'

/** What refuses a request while `what`, such as "Payment pay_1", is on its way. */
export const paymentInProgress = (what: string): Problem =>
  new Problem('payment_in_progress', `${what} is not finished yet.`)

/**
 * What refuses a request whose answer depends on the payment that it has itself begun, while that is on its way. Nothing is stored under
 * its idempotency key: sent again later, it is answered with the outcome.
 */
export class OwnPaymentInProgress extends Problem {
  constructor(paymentId: string) {
    super('payment_in_progress', `Payment ${paymentId}, begun by this request, is not finished yet.`)
  }
}
