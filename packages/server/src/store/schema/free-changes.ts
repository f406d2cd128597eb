import type { LaterCharge, QuoteDraft, QuotedDiscount, Timestamp } from '@billing-checkout/domain'
import type { Json } from './columns.ts'

/**
 * Changes that shoppers made without a payment, and what they agreed to. A free change commits to later charges, so it
 * needs the consent receipt of a payment; older scripts cannot resume or change a plan for free. A completed checkout shows the agreed
 * quote for 24 hours of the wall clock.
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

/** A quote as it was agreed to. */
export interface ShownQuote {
  readonly hash: string
  readonly withTrial: boolean
  readonly draft: QuoteDraft
  /** What is charged later, as it was shown. */
  readonly later: readonly LaterCharge[]
  /** Absent without a discount. */
  readonly discount?: QuotedDiscount
}
