import type { LaterCharge, QuoteDraft, Timestamp } from '@billing-checkout/domain'
import type { Json } from './columns.ts'

/** Changes that shoppers made without a payment, and what they agreed to (DECISIONS 68). */
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
}
