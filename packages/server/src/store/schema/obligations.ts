import type { CurrencyCode } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'

/**
 * What we owe: a refund, the void of an authorization, or the cancellation of a declined charge that could still be paid. An obligation
 * stays open until it is done or an operator closes it.
 */
export interface ObligationTable {
  organizationId: string
  id: string
  paymentId: string
  kind: 'refund' | 'void' | 'cancel'
  /** Minor units; 0 for the cancellation of a declined verification. */
  amount: number
  /** The part that another obligation now owes because this one was refunded only partly, in minor units. */
  restAmount: Generated<number>
  currencyCode: CurrencyCode
  /** The processor's id of the transaction to refund, void or cancel. */
  transactionId: string
  /** Whether the refund counts as a refund of the payment. Refunds of money that never counted as paid do not. */
  isCounted: boolean
  reason: string
  state: Generated<'open' | 'met' | 'closed'>
  /** The latest attempt to fulfil the obligation. */
  attemptId: string | null
  tries: Generated<number>
  lastFailure: string | null
  /** Since when the obligation is overdue, because it had been refused several times in a row. */
  overdueSince: Timestamp | null
  /** When the obligation is tried again, by the billing clock, unless the latest attempt is still open. */
  dueAt: Timestamp
  /** Why an operator closed it unfulfilled. */
  closedReason: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}
