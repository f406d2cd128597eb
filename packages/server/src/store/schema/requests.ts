import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { NullableJson } from './columns.ts'

/** Ids of used sealed cards, kept until the sealed cards expire. */
export interface UsedCardTokenTable {
  jti: string
  expiresAt: Timestamp
}

/** Idempotency keys of requests, and their answers. */
export interface IdempotencyKeyTable {
  organizationId: string
  caller: string
  key: string
  requestHash: string
  leaseUntil: Timestamp
  paymentId: string | null
  /** The payment that a request started, if its answer is not a payment but the subscription that it changes. */
  changePaymentId: Generated<string | null>
  answer: NullableJson<unknown>
  createdAt: Timestamp
}

/** The number of a caller's requests at all servers in the current minute. */
export interface RequestCountTable {
  counter: string
  requests: number
  endsAt: Timestamp
}

/** Outcomes of payments per network address and minute, so that the last sixty minutes can be counted at any time. */
export interface DeclineCountTable {
  organizationId: string
  address: string
  minute: Timestamp
  declines: Generated<number>
  /** Approvals from the address, at most one per card and day. */
  approvals: Generated<number>
  /** Discount codes sent from the address that could not be redeemed. */
  wrongCodes: Generated<number>
}

/** Stored totals of lists that took long to count. */
export interface ListTotalTable {
  organizationId: string
  list: string
  filter: string
  snapshotAt: Timestamp
  total: number
  rememberedAt: Timestamp
}
