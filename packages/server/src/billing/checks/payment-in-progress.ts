import { Problem } from '@billing-checkout/contract'

/** What refuses a request while `what`, such as "Payment pay_1", is on its way. */
export const paymentInProgress = (what: string): Problem =>
  new Problem('payment_in_progress', `${what} is not finished yet.`)
