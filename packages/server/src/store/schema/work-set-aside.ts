import type { Timestamp } from '@billing-checkout/domain'

/** Due work that could not be done, and rests until it is tried again. */
export interface WorkSetAsideTable {
  organizationId: string
  kind: 'settlement' | 'notice'
  /** Of the payment that is to settle, or of the subscription whose customer is to be told. */
  id: string
  heldUntil: Timestamp
  heldCount: number
  heldReason: string
}
