import type {
  Address,
  CurrencyCode,
  Metadata,
  PaymentMethod,
  PaymentMethodType,
  TaxId,
} from '@billing-checkout/contract'
import type { CreditSource, TaxRule, Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { DatedRow, Json, NullableJson, OwnedRow } from './columns.ts'

/** The customers of an organization. */
export interface CustomerTable extends DatedRow {
  externalId: string | null
  fullName: string | null
  email: string | null
  phone: string | null
  /** The language tag for emails to the customer; null if unknown. */
  locale: string | null
  address: NullableJson<Address>
  /** The place that the customer last entered at a checkout; only tax depends on it. */
  taxAddress: ColumnType<TaxAddress | null, string | null | undefined, string | null>
  metadata: Json<Metadata>
  taxIds: ColumnType<readonly TaxId[], string | undefined, string>
  /** When the customer's identity was erased, by the billing clock; null if it was not. */
  erasedAt: Generated<Timestamp | null>
  /** The e-mail address, folded for comparison (`foldText`). */
  foldedEmail: ColumnType<string | null, never, never>
  /** The folded text in which searches look for the customer. */
  foldedText: ColumnType<string, never, never>
}

/** Those parts of an address on which tax depends, as a shopper entered them. */
export interface TaxAddress {
  readonly country: string | null
  readonly state: string | null
  readonly postal_code: string | null
}

/** Stored payment methods. */
export interface PaymentMethodTable extends OwnedRow {
  customerId: string
  type: PaymentMethodType
  details: Json<PaymentMethod['details']>
  billingAddress: NullableJson<Address>
  /** The connection whose processor issued the token; only there can the method be charged. */
  connection: string
  processorToken: string
  fingerprint: string | null
  /** Two ids of the payment that stored the method: the card network's, and that of its 3-D Secure authentication. */
  networkPaymentId: string | null
  authenticationId: string | null
  createdAt: Timestamp
  detachedAt: Timestamp | null
  /** The expiry month for which `payment_method.expiring` was recorded; null if that event was never recorded. */
  warnedOf: Generated<string | null>
  /** When to query the processor for the method's current state, by the billing clock; null if no query is planned. */
  dueAt: Generated<Timestamp | null>
}

/** The processor's record of a customer. */
export interface CustomerAtProcessorTable {
  organizationId: string
  connection: string
  customerId: string
  /** The processor's own id of the record; null if the record no longer exists. */
  reference: string | null
  number: number
}

/** Customers whose data is or was erased, with the progress of the erasure. All times are by the wall clock. */
export interface ErasureTable {
  organizationId: string
  customerId: string
  erasedAt: Generated<Timestamp>
  /** The customer's data by which a job recognizes copies (`SearchTerms`); null once the erasure is finished. */
  words: NullableJson<unknown>
  finishedAt: Timestamp | null
  /** When a job next looks for copies of the customer's data. */
  dueAt: Generated<Timestamp>
  /** When the erasure was written into the journal outside of the database. */
  journalledAt: Timestamp | null
}

/** Data that a processor must still delete: everything that one connection stores about an erased customer, or one detached method. */
export interface ProcessorErasureTable extends OwnedRow {
  connection: string
  /** The erased customer; null for a detached method. */
  customerId: string | null
  /** The token of the detached method; null for a customer, and once the processor has deleted it. */
  processorToken: string | null
  /** When the deletion became due, by the billing clock. */
  createdAt: Timestamp
  /** When the processor deleted the data; null until then. */
  doneAt: Timestamp | null
}

/** Credit of customers, with one row for each source (DECISIONS 177). */
export interface CustomerCreditTable extends OwnedRow {
  customerId: string
  currencyCode: CurrencyCode
  sourceKind: CreditSource['kind']
  sourceId: string
  /** The amount that the source added, in minor units counted under the tax rule. */
  amount: number
  /**
   * The part of the amount that is still available. Payments and changes have spent or reserved the rest, or refunds and disputes of the
   * source have taken it back.
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
  /** The used part of the credit, in minor units, counted under the tax rule of the credit. */
  amount: number
  /** The value that `amount` paid for, in minor units under the tax rule of the purchase. */
  worthAmount: number
  /**
   * The part of `amount` that a refund or dispute of the credit's source takes back once the payment that reserved `amount` has an outcome.
   * If that payment is for a one-off purchase, this part is taken back only if the payment failed.
   */
  takenBackAmount: Generated<number>
  createdAt: Timestamp
  /** When the credit was returned because the payment failed; null while it is reserved or spent. */
  returnedAt: Generated<Timestamp | null>
}
