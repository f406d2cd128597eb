import type { Timestamp } from '@billing-checkout/domain'
import { createHash } from 'node:crypto'

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

/** Hashes an idempotency key with its whole scope. The hash is stored for ever: it can be compared, but does not reveal the key. */
export const hashIdempotencyKey = (
  organizationId: string,
  { caller, key }: Pick<RequestIdentity, 'caller' | 'key'>,
): string =>
  createHash('sha256')
    .update(JSON.stringify(['billing-checkout key 1', organizationId, caller, key]))
    .digest('hex')
