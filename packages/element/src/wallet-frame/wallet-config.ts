import type { WalletOffer } from '@billing-checkout/contract'
import type { CommonFrameConfig } from '../card-frame/frame-config.ts'
import type { HostedScript } from '../card-frame/hosted/hosted-config.ts'

/** A wallet that has a button of the processor's own. */
export type FramedKind = 'APPLE_PAY' | 'GOOGLE_PAY'

/** The configuration of a frame with the button of a wallet; all of it is public. */
export interface WalletFrameConfig extends CommonFrameConfig {
  readonly kind: FramedKind
  /** Null, and with it what follows, where the frame was made for something else than is offered by now. */
  readonly offer: WalletOffer | null
  /** The connection that tokens of this button belong to. */
  readonly connection: string | null
  readonly hosted: HostedScript | null
}
