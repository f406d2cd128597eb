import type { Timestamp } from '@billing-checkout/domain'

/** Due work that could not be done, and rests until it is tried again. */
export interface WorkSetAsideTable {
  organizationId: string
  kind: 'settlement' | 'notice' | 'renewal' | 'attempt' | 'obligation'
  /** Of the payment that is to settle, the subscription whose customer is to be told or charged, the attempt or obligation. */
  id: string
  heldUntil: Timestamp
  heldCount: number
  heldReason: string
}
