import type { Payment, ProblemCode } from '@billing-checkout/contract'

/** What a notice can be about besides a declined payment: what the server refused, or what went wrong here. */
export type Trouble = ProblemCode | 'frame_unavailable' | 'offline'

/** Something the shopper has to know above the form; the views put it into words. */
export type Notice =
  { readonly kind: 'problem'; readonly code: Trouble } | { readonly kind: 'declined'; readonly payment: Payment }

/** That a payment was not started. */
export const problemNotice = (code: Trouble): Notice => ({ kind: 'problem', code })
