import type { Timestamp } from '@billing-checkout/domain'

/** Identifies repetitions of a request. */
export interface RequestIdentity {
  readonly caller: string
  readonly key: string
  /** The requested operation. */
  readonly operation: string
  readonly requestHash: string
  /** The payment that an earlier request with this key had started when it was cut short, for example by a crash. */
  readonly begunPaymentId?: string | null
  /** Whether the key belongs to a request whose answer is no longer stored. */
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
