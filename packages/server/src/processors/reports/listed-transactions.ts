import type { CurrencyCode } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'

/** Money that a processor moved or holds under one of our references. */
export interface ListedTransaction {
  readonly reference: string
  /** The processor's own id. */
  readonly transactionId: string
  readonly kind: 'authorize' | 'capture' | 'refund'
  /** Minor units, as authorized, captured or refunded. */
  readonly amount: number
  readonly currency: CurrencyCode
  /** The time of the transaction, by the processor's clock. */
  readonly at: Timestamp
  /** For a capture or a refund: the transaction that it belongs to, by the processor's own id. */
  readonly of: string | null
}

/** A page of a list of transactions. */
export interface TransactionPage {
  readonly transactions: readonly ListedTransaction[]
  /** The token for the next page; null: this was the last. */
  readonly next: string | null
}
