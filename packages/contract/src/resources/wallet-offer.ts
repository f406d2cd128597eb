import type { IntervalUnit } from '../vocabulary/plan-terms.ts'

/** The content of a device wallet's payment sheet that the processor's own button opens. */
export interface WalletOffer {
  /** The amount due now, in the unit of the processor's script; 0 if the wallet's card is only verified. */
  readonly amount: number
  readonly currency: string
  /** The seller's name. */
  readonly merchant: string
  /** The name of the plan. */
  readonly label: string
  /** Whether the wallet's card is stored for later charges. */
  readonly is_stored: boolean
  /** Null if nothing recurs. */
  readonly recurring: RecurringTerms | null
  /** The page where the customer can cancel; null if the organization has none. */
  readonly management_url: string | null
}

/** The recurring charge, and when it first falls due. */
export interface RecurringTerms {
  /** In the unit of the processor's script. */
  readonly amount: number
  readonly interval: IntervalUnit
  readonly interval_count: number
  /** When the first recurring charge is due (ISO 8601); null: now. */
  readonly starts_at: string | null
  /** Whether the amount due now pays for a trial that ends at `starts_at`. */
  readonly has_trial: boolean
}
