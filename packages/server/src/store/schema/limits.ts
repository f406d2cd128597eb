import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { NullableJson } from './columns.ts'

/** Ids of sealed cards that were used, until the cards expire. */
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
  /** The payment that was begun, for a request that answers something else: the subscription that it changes. */
  changePaymentId: Generated<string | null>
  answer: NullableJson<unknown>
  createdAt: Timestamp
}

/** Requests of a caller at all servers in the minute that runs. */
export interface RequestCountTable {
  counter: string
  requests: number
  endsAt: Timestamp
}

/** Outcomes of payments per network address and minute, so that the last hour can be counted at any moment. */
export interface DeclineCountTable {
  organizationId: string
  address: string
  minute: Timestamp
  declines: Generated<number>
  /** Approvals from the address, at most one per card and day. */
  approvals: Generated<number>
  /** Codes of discounts that were sent from the address and could not be redeemed. */
  wrongCodes: Generated<number>
}
