import type { RequestedStatus, Mode } from './expected-changes.ts'

/** The cause of a transaction: a request or a worker. The calculator may know the cause, which says nothing about the outcome. */
export type Cause =
  /** Workers, which act only on what is due or has happened. */
  | { readonly kind: 'machine' }
  /** A purchase of a subscription; `always` gives a trial even to a customer who has had one. */
  | {
      readonly kind: 'subscribe'
      readonly trial: 'once' | 'always'
      readonly quantity: number
      /** The discount that is redeemed; null for none. */
      readonly discount: string | null
    }
  /** The merchant charges for another plan. */
  | { readonly kind: 'charge'; readonly quantity: number }
  /** A plan change, quoted at `quotedAt`. The quote is valid until `quotedUntil`. */
  | {
      readonly kind: 'change'
      readonly subscription: string
      readonly plan: string
      readonly quantity: number
      readonly mode: Mode
      readonly quotedAt: number
      readonly quotedUntil: number
    }
  /**
   * A merchant requests a status, another plan without a charge, or both. Or a shopper requests `active` at a checkout, quoted at
   * `quotedAt`.
   */
  | {
      readonly kind: 'ask'
      readonly subscription: string
      readonly status: RequestedStatus | null
      readonly plan: { readonly id: string; readonly quantity: number } | null
      readonly quotedAt?: number
      readonly quotedUntil?: number
    }
  /** A scheduled change is revoked. */
  | { readonly kind: 'undo'; readonly subscription: string }
  /** A stored method is detached. */
  | { readonly kind: 'detach'; readonly method: string }
  /** Anything else, for example a refund. */
  | { readonly kind: 'other' }
