import type { CurrencyCode } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'

/**
 * What we owe: money to refund, an authorization to void, or a declined charge to cancel that could still be paid. It stays open until
 * it is done or an operator closes it.
 */
export interface ObligationTable {
  organizationId: string
  id: string
  paymentId: string
  kind: 'refund' | 'void' | 'cancel'
  /** Minor units; 0 if a declined verification is cancelled. */
  amount: number
  /** The part, in minor units, that another obligation owes, because less was refunded for this one than was requested. */
  restAmount: Generated<number>
  currencyCode: CurrencyCode
  /** The processor's id of the transaction to refund, void or cancel. */
  transactionId: string
  /** Whether the refund counts as a refund of the payment; it does not for money that never counted as paid. */
  isCounted: boolean
  reason: string
  state: Generated<'open' | 'met' | 'closed'>
  /** The attempt that is the latest try. */
  attemptId: string | null
  tries: Generated<number>
  lastFailure: string | null
  /** When it had been refused several times in a row. */
  overdueSince: Timestamp | null
  /** When it is tried again, by the billing clock, unless the latest try is still open. */
  dueAt: Timestamp
  /** Why it was closed without having been done. */
  closedReason: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}
