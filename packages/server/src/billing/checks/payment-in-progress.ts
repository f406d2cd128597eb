import { Problem } from '@billing-checkout/contract'

/** The refusal of a request while `what`, such as "Payment pay_1", is pending. */
export const paymentInProgress = (what: string): Problem =>
  new Problem('payment_in_progress', `${what} is not finished yet.`)
