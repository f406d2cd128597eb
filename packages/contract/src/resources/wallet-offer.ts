import type { IntervalUnit } from '../vocabulary/plan-terms.ts'

/** What the sheet of a wallet says that opens by a button of its processor's own. */
export interface WalletOffer {
  /** What is due now, as the processor's script counts; 0 where the wallet is only verified. */
  readonly amount: number
  readonly currency: string
  /** Who sells. */
  readonly merchant: string
  /** What is sold: the name of the plan. */
  readonly label: string
  /** Whether the card in the wallet is charged later, too. */
  readonly is_stored: boolean
  /** Null if nothing renews. */
  readonly recurring: RecurringTerms | null
  /** The page where a customer can cancel; null if the organization has named none. */
  readonly management_url: string | null
}

/** What is charged in every interval, and from when on. */
export interface RecurringTerms {
  /** As the processor's script counts. */
  readonly amount: number
  readonly interval: IntervalUnit
  readonly interval_count: number
  /** When that is charged first (ISO 8601); null if it is due now. */
  readonly starts_at: string | null
  /** Whether what is due now is for a trial, which lasts until then. */
  readonly has_trial: boolean
}
