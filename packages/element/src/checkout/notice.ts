import type { Payment, ProblemCode } from '@billing-checkout/contract'

/** Something the shopper has to know above the form; the views put it into words. */
export type Notice =
  | { readonly kind: 'problem'; readonly code: ProblemCode | 'frame_unavailable' }
  | { readonly kind: 'declined'; readonly payment: Payment }

/** That the server refused to start a payment, or that there is no card frame. */
export const problemNotice = (code: ProblemCode | 'frame_unavailable'): Notice => ({ kind: 'problem', code })
