import type { CurrencyCode } from '@billing-checkout/contract'
import type { CreditSource, TaxRule, Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { NullableJson } from './columns.ts'

/** Credit of customers, one row for what each source brought (DECISIONS 177). */
export interface CustomerCreditTable {
  organizationId: string
  id: string
  customerId: string
  currencyCode: CurrencyCode
  sourceKind: CreditSource['kind']
  sourceId: string
  /** What the source brought, in minor units counted under the tax rule. */
  amount: number
  /** What no payment or change has taken, and no refund or dispute of the source has taken back. */
  leftAmount: number
  /** What refunds and disputes of the source have taken back. */
  takenBackAmount: Generated<number>
  taxRule: NullableJson<TaxRule>
  /** Why it was granted, as the merchant said; null once its customer is erased. */
  reason: string | null
  createdAt: Timestamp
}

/** What payments, and changes without a payment, took of customers' credit. */
export interface CustomerCreditUseTable {
  organizationId: string
  /** The id of the payment, or of the client session of a change without one. */
  spender: string
  creditId: string
  /** Minor units, counted as the credit is. */
  amount: number
  /** What that paid, in minor units under the tax rule of the purchase. */
  worthAmount: number
  /** How much of `amount` a refund or dispute of the source takes back as soon as the payment that holds it has ended. */
  takenBackAmount: Generated<number>
  createdAt: Timestamp
  /** When it went back, because the payment came to nothing; null while it is held or spent. */
  returnedAt: Generated<Timestamp | null>
}
