import type { LaterCharge, QuoteDraft, QuotedDiscount, Timestamp } from '@billing-checkout/domain'
import type { Json } from './columns.ts'

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
