import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'

/** Due work that failed and is deferred. */
export interface DeferredWorkTable {
  organizationId: string
  /** The name of a kind of due work. */
  kind: string
  /** The id of the row to process: a payment to settle, a subscription to renew or announce, an attempt, an obligation. */
  id: string
  /** {@link givenUpUntil} for what is not tried any more. */
  deferredUntil: Timestamp
  tries: number
  reason: string
  /**
   * Until when one server alone works on it, which calls out meanwhile: by the database's clock, which no sandbox moves. Null for work that
   * does not call out, and for all work that waits.
   */
  leaseUntil: Generated<Timestamp | null>
}

/** Until when work is deferred that was given up: it is not tried any more, and waits for an operator. */
export const givenUpUntil: Timestamp = '9999-12-31T00:00:00.000Z'
