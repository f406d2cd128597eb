import type { CommonFrameConfig } from '../card-frame/frame-config.ts'
import type { HostedScript } from '../card-frame/hosted/hosted-config.ts'

/** A wallet that has a button of the processor's own. */
export type FramedKind = 'APPLE_PAY' | 'GOOGLE_PAY'

/** What a frame is told that holds the button of a wallet; all of it is public. */
export interface WalletFrameConfig extends CommonFrameConfig {
  readonly kind: FramedKind
  /** Null, and with it what follows, where the frame was made for something else than is offered by now. */
  readonly offer: WalletOffer | null
  /** The connection that tokens of this button belong to. */
  readonly connection: string | null
  readonly hosted: HostedScript | null
}

/** What the sheet of the wallet says. */
export interface WalletOffer {
  /** Minor units that are due now; 0 where the wallet is only verified. */
  readonly amount: number
  readonly currency: string
  /** Who sells. */
  readonly merchant: string
  /** What is sold. */
  readonly label: string
  /** Whether the card in the wallet is charged later, too. */
  readonly is_stored: boolean
  /** Null where nothing renews. */
  readonly recurring: RecurringTerms | null
  /** Where whoever has paid can cancel; null where nobody has said. */
  readonly management_url: string | null
}

/** What is charged in every interval, and from when on. */
export interface RecurringTerms {
  readonly amount: number
  readonly interval: 'days' | 'weeks' | 'months' | 'years'
  readonly interval_count: number
  /** When that is charged first (ISO 8601); null where it is due now. */
  readonly starts_at: string | null
  /** Whether what is due now is for a trial, which lasts until then. */
  readonly has_trial: boolean
}
