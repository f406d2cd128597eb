import type { Timestamp } from '@billing-checkout/domain'
import type { NullableJson } from './columns.ts'

/** Sealed cards that were used, until they expire by themselves. */
export interface UsedCardTokenTable {
  jti: string
  expiresAt: Timestamp
}

/** Requests that must not happen twice, and what was answered. */
export interface IdempotencyKeyTable {
  organizationId: string
  caller: string
  key: string
  requestHash: string
  leaseUntil: Timestamp
  paymentId: string | null
  answer: NullableJson<unknown>
  createdAt: Timestamp
}

/** Declines per network address and hour. */
export interface DeclineCountTable {
  organizationId: string
  address: string
  hour: Timestamp
  declines: number
}
