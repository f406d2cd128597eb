import type { RefundStatus } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'

/** Refunds, pending ones included. */
export interface RefundTable {
  organizationId: string
  id: string
  paymentId: string
  amount: number
  amountUsd: number | null
  /** The part of the payment's tax that is refunded with it, in minor units. */
  taxAmount: Generated<number>
  status: RefundStatus
  reason: string | null
  processorTransactionId: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}
