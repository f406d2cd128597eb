import type { LaterCharge, QuoteDraft, Timestamp } from '@billing-checkout/domain'
import type { Json } from './columns.ts'

/** What a shopper changed without a payment, and what they agreed to. */
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
  /** What is charged later, as it was shown; earlier releases did not keep it. */
  readonly later?: readonly LaterCharge[]
}
