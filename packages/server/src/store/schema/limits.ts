import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
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
  /** The payment that was begun, where the answer is something else: the subscription that it changes. */
  changePaymentId: Generated<string | null>
  answer: NullableJson<unknown>
  createdAt: Timestamp
}

/** What became of payments, per network address and minute, so that an hour can end at any moment. */
export interface DeclineCountTable {
  organizationId: string
  address: string
  minute: Timestamp
  declines: Generated<number>
  /** First approvals of a card from the address within a day. */
  approvals: Generated<number>
}
