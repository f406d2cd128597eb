import type { CheckoutPurpose, CountryCode } from '@billing-checkout/contract'
import type { LaterCharge, QuotedDiscount, QuoteDraft, Timestamp } from '@billing-checkout/domain'
import type { Json, ReadOnly } from './columns.ts'

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

/** The consents of shoppers: a view over payments and changes without a payment. */
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

/**
 * Changes that shoppers made without a payment, with the quote and the consent. Such a change commits the shopper to later charges, so it
 * needs a consent receipt like a payment. A completed checkout shows the agreed quote for 24 hours of the wall clock.
 */
export interface FreeChangeTable {
  organizationId: string
  sessionId: string
  subscriptionId: string
  purpose: 'change_plan' | 'resume'
  planId: string
  consent: Json<unknown>
  quote: Json<ShownQuote>
  createdAt: Timestamp
}

/** A quote that a shopper agreed to. */
export interface ShownQuote {
  readonly hash: string
  readonly withTrial: boolean
  readonly draft: QuoteDraft
  /** The later charges, as they were shown. */
  readonly later: readonly LaterCharge[]
  /** Absent without a discount. */
  readonly discount?: QuotedDiscount
}
