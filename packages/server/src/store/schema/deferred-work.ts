import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'

/** Due work that failed and is deferred. */
export interface DeferredWorkTable {
  organizationId: string
  /** The name of the kind of work. */
  kind: string
  /** The id of the row to process, such as a payment to settle, a subscription to renew, an attempt or an obligation. */
  id: string
  /** {@link neverRetriedAt} if the work is no longer retried. */
  deferredUntil: Timestamp
  tries: number
  reason: string
  /**
   * The end of the lease under which one server works on the row while it calls another service. By the database's clock, which no sandbox
   * moves. Null for work that calls no other service, and for waiting work.
   */
  leaseUntil: Generated<Timestamp | null>
}

/** Marks work that is no longer retried and waits for an operator. */
export const neverRetriedAt: Timestamp = '9999-12-31T00:00:00.000Z'
