import type { CheckoutPurpose, CountryCode } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType } from 'kysely'
import type { ShownQuote } from './free-changes.ts'

/** A consent receipt as it is stored with its payment or change. */
export interface StoredConsent {
  readonly text: string
  readonly locale: string
  readonly version: string
  readonly immediate_supply?: 'service' | 'content'
  /** When the shopper agreed, by the browser's clock. */
  readonly at: Timestamp
  /** When the receipt arrived, by the server's wall clock. */
  readonly received_at: Timestamp
  /** Hash of the quote that the shopper agreed to. */
  readonly quote: string
  /** The text that the page showed, if it differs from the standard text. */
  readonly displayed_text?: string
  /** The country of sale; null if it was unknown. */
  readonly country: CountryCode | null
  /** The address that the checkout gave for a withdrawal; null if it showed no notice of withdrawal. */
  readonly withdrawal_url: string | null
}

/** What shoppers agreed to: a view over payments and changes without a payment. */
export interface ConsentView {
  organizationId: string
  id: ReadOnly<string>
  paymentId: ReadOnly<string | null>
  subscriptionId: ReadOnly<string | null>
  customerId: ReadOnly<string>
  sessionId: ReadOnly<string | null>
  purpose: ReadOnly<CheckoutPurpose>
  planId: ReadOnly<string>
  consent: ReadOnly<StoredConsent>
  quote: ReadOnly<Pick<ShownQuote, 'draft'>>
  createdAt: ReadOnly<Timestamp>
}

type ReadOnly<Value> = ColumnType<Value, never, never>
