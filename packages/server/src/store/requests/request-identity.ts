import type { Timestamp } from '@billing-checkout/domain'

/** What makes a repeated request the same one. */
export interface RequestIdentity {
  readonly caller: string
  readonly key: string
  /** The requested operation. */
  readonly operation: string
  readonly requestHash: string
  /** What an earlier request with this key had begun when it was cut short, by a crash say. */
  readonly begunPaymentId?: string | null
  /** Whether the key is still stored for a request that has long been forgotten. */
  readonly wasUsedLongAgo?: true
}

/** A request that may be a repeated one. */
export interface KeyedRequest {
  readonly organization: { readonly id: string }
  /** Null: it was sent without a key. */
  readonly idempotency: RequestIdentity | null
  /** Wall-clock time of the request. */
  readonly wall: Timestamp
}
