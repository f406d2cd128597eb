import type { WalletOffer } from '@billing-checkout/contract'
import type { CommonFrameConfig } from '../card-frame/frame-config.ts'
import type { HostedScript } from '../card-frame/hosted/hosted-config.ts'

/** A wallet for which the processor draws the button. */
export type FramedWalletKind = 'APPLE_PAY' | 'GOOGLE_PAY'

/** The configuration of a wallet frame; all of it is public. */
export interface WalletFrameConfig extends CommonFrameConfig {
  readonly kind: FramedWalletKind
  /**
   * The offer that the sheet shows. If the checkout has changed since the frame's address was made, `offer`, `connection` and `hosted`
   * are null.
   */
  readonly offer: WalletOffer | null
  /** The connection for which this button creates tokens; a token is valid only there. */
  readonly connection: string | null
  readonly hosted: HostedScript | null
}
