import type { Checkout } from '@billing-checkout/contract'

/** The server's clocks, advanced by the browser's monotonic clock, because the local clock may be wrong or may be changed. */
export interface ServerClocks {
  /** Wall clock, milliseconds since 1970. */
  readonly wall: () => number
  /** Milliseconds until the session expires, by the billing clock; negative after that. */
  readonly untilExpiry: () => number
}

/** The server's clocks, computed from an answer that arrived at `readAt` (`performance.now`). */
export const serverClocksOf = (checkout: Checkout, readAt: number, now = () => performance.now()): ServerClocks => ({
  wall: () => Date.parse(checkout.now.wall) + now() - readAt,
  untilExpiry: () => Date.parse(checkout.session.expiry_date) - Date.parse(checkout.now.billing) - (now() - readAt),
})
