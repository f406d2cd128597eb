import type { Address, Metadata, PaymentMethod, PaymentMethodType, TaxId } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableJson } from './columns.ts'

/** Who buys. */
export interface CustomerTable {
  organizationId: string
  id: string
  externalId: string | null
  fullName: string | null
  email: string | null
  phone: string | null
  /** The language tag of emails to the customer; null if it is unknown. */
  locale: string | null
  address: NullableJson<Address>
  /** The place that the customer last said at a checkout; it decides tax and nothing else. */
  taxAddress: ColumnType<TaxAddress | null, string | null | undefined, string | null>
  metadata: Json<Metadata>
  taxIds: ColumnType<readonly TaxId[], string | undefined, string>
  createdAt: Timestamp
  updatedAt: Timestamp
  /** When the customer's identity was erased, by the billing clock; null if it was not. */
  erasedAt: Generated<Timestamp | null>
  /** The e-mail address as addresses are compared (`foldText`). */
  foldedEmail: ColumnType<string | null, never, never>
  /** What a search looks in, folded the same way. */
  foldedText: ColumnType<string, never, never>
}

/** Where a shopper says they are, as far as tax depends on it. */
export interface TaxAddress {
  readonly country: string | null
  readonly state: string | null
  readonly postal_code: string | null
}

/** Stored payment methods. */
export interface PaymentMethodTable {
  organizationId: string
  id: string
  customerId: string
  type: PaymentMethodType
  details: Json<PaymentMethod['details']>
  billingAddress: NullableJson<Address>
  /** The connection whose processor knows the token; the method can only be charged there. */
  connection: string
  processorToken: string
  fingerprint: string | null
  /** The payment by which the method was stored, as the card network and 3-D Secure identify it. */
  networkPaymentId: string | null
  authenticationId: string | null
  createdAt: Timestamp
  detachedAt: Timestamp | null
  /** The last month of the card that `payment_method.expiring` was recorded for; null if it was not. */
  warnedOf: Generated<string | null>
  /** When to query the processor for its current state, by the billing clock; null while there is no reason to. */
  dueAt: Generated<Timestamp | null>
}

/** The record that a processor has of a customer. */
export interface CustomerAtProcessorTable {
  organizationId: string
  connection: string
  customerId: string
  /** The processor's own id; null if the record is gone. */
  reference: string | null
  number: number
}

/** Erased customers, and what is left to do about them. All times are by the wall clock. */
export interface ErasureTable {
  organizationId: string
  customerId: string
  erasedAt: Generated<Timestamp>
  /** By which copies are recognised (`SearchTerms`); null once there are none. */
  words: NullableJson<unknown>
  finishedAt: Timestamp | null
  /** When a job looks for copies again. */
  dueAt: Generated<Timestamp>
  /** When it was written into the journal outside of the database. */
  journalledAt: Timestamp | null
}

/** What a processor still has to forget: all that one connection knows of an erased customer, or one method that was detached. */
export interface ProcessorErasureTable {
  organizationId: string
  id: string
  connection: string
  /** The erased customer; null if only a method is detached. */
  customerId: string | null
  /** The token of the detached method; null for a customer, and once the processor has forgotten it. */
  processorToken: string | null
  /** By the billing clock; it is due from then on. */
  createdAt: Timestamp
  /** Null until the processor has forgotten it. */
  doneAt: Timestamp | null
}
