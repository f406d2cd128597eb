import type { Address, Metadata, PaymentMethod, PaymentMethodType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType } from 'kysely'
import type { Json, NullableJson } from './columns.ts'

/** Who buys. */
export interface CustomerTable {
  organizationId: string
  id: string
  externalId: string | null
  fullName: string | null
  email: string | null
  phone: string | null
  address: NullableJson<Address>
  /** What the customer last said at a checkout; it decides tax and nothing else. */
  taxAddress: ColumnType<TaxAddress | null, string | null | undefined, string | null>
  metadata: Json<Metadata>
  createdAt: Timestamp
  updatedAt: Timestamp
  normalizedEmail: ColumnType<string | null, never, never>
  searchText: ColumnType<string, never, never>
}

/** Where a shopper says they are, as far as tax depends on it. */
export interface TaxAddress {
  readonly country: string | null
  readonly state: string | null
  readonly postal_code: string | null
}

/** What customers pay with again. */
export interface PaymentMethodTable {
  organizationId: string
  id: string
  customerId: string
  type: PaymentMethodType
  details: Json<PaymentMethod['details']>
  billingAddress: NullableJson<Address>
  processor: string
  /** The connection to a processor that knows the token: only there it can be charged. */
  connection: string
  processorToken: string
  fingerprint: string | null
  /** The payment by which the method was stored, as its network and 3-D Secure know it. */
  networkPaymentId: string | null
  authenticationId: string | null
  createdAt: Timestamp
  detachedAt: Timestamp | null
}
