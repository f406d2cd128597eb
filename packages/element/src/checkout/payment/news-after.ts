import type { ProblemCode } from '@billing-checkout/contract'

/** What refuses a payment because the checkout is no longer what was shown, or asks for more: the shopper is shown what it is. */
export const newsAfter: ReadonlySet<ProblemCode> = new Set([
  'address_required',
  'amount_changed',
  'connection_changed',
  'session_completed',
  'payment_in_progress',
])
