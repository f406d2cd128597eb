import type { Timestamp } from '@billing-checkout/domain'

/** Due work that failed and is deferred. */
export interface DeferredWorkTable {
  organizationId: string
  kind: 'settlement' | 'notice' | 'renewal' | 'attempt' | 'obligation'
  /** The id of what is to be processed: a payment to settle, a subscription to renew or announce, an attempt, an obligation. */
  id: string
  heldUntil: Timestamp
  heldCount: number
  heldReason: string
}
