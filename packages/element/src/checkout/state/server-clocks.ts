import type { Checkout } from '@billing-checkout/contract'

/** The server's clocks, advanced by the browser's monotonic clock, so that a wrong or changed local clock does not matter. */
export interface ServerClocks {
  /** Wall clock, milliseconds since 1970. */
  readonly wall: () => number
  /** Milliseconds until the session expires, by the billing clock; negative after that. */
  readonly untilExpiry: () => number
}

/** The clocks as of an answer that arrived at `readAt` (`performance.now`). */
export const serverClocksOf = (checkout: Checkout, readAt: number, now = () => performance.now()): ServerClocks => ({
  wall: () => Date.parse(checkout.now.wall) + now() - readAt,
  untilExpiry: () => Date.parse(checkout.session.expiry_date) - Date.parse(checkout.now.billing) - (now() - readAt),
})
