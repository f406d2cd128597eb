import type { CurrencyCode } from '@billing-checkout/contract'
import type { CreditSource, TaxRule, Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { NullableJson } from './columns.ts'

/** Credit of customers, with one row for each source (DECISIONS 177). */
export interface CustomerCreditTable {
  organizationId: string
  id: string
  customerId: string
  currencyCode: CurrencyCode
  sourceKind: CreditSource['kind']
  sourceId: string
  /** The amount that the source added, in minor units counted under the tax rule. */
  amount: number
  /**
   * The available part of the amount: neither spent or reserved by payments or changes, nor taken back by refunds or disputes of the
   * source.
   */
  leftAmount: number
  /** The part that refunds and disputes of the source have taken back. */
  takenBackAmount: Generated<number>
  taxRule: NullableJson<TaxRule>
  /** The merchant's reason for granting the credit; null once the customer is erased. */
  reason: string | null
  createdAt: Timestamp
}

/** Parts of customers' credit that payments, and changes without a payment, have reserved or spent. */
export interface CustomerCreditUseTable {
  organizationId: string
  /** The id of the payment. For a change without a payment, the id of its client session. */
  spender: string
  creditId: string
  /** Minor units, counted like the credit itself. */
  amount: number
  /** The value that `amount` paid for, in minor units under the tax rule of the purchase. */
  worthAmount: number
  /**
   * The part of `amount` that a refund or dispute of the source takes back when the payment that reserved it has ended; from a one-off
   * purchase, only if the payment failed.
   */
  takenBackAmount: Generated<number>
  createdAt: Timestamp
  /** When the credit was returned because the payment failed; null while it is reserved or spent. */
  returnedAt: Generated<Timestamp | null>
}
