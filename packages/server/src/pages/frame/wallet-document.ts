import type { DeviceWalletType, WalletOffer } from '@billing-checkout/contract'
import type { ElementManifest } from '../assets/assets.ts'
import { type CommonConfig, documentOf, frameHeaders, type HostedScript } from './frame-document.ts'
import type { HostedCardEntry } from '../../processors/cards/card-entry.ts'

/** The configuration of a frame that holds a wallet's button from the processor. */
export interface WalletFrameConfig extends CommonConfig {
  readonly kind: DeviceWalletType
  /** Null if the frame was made for something else than is offered by now. */
  readonly offer: WalletOffer | null
  /** Null with the offer. */
  readonly connection: string | null
  readonly hosted: HostedScript | null
}

/** The document of the frame with the button of a wallet. */
export const walletDocument = (manifest: ElementManifest, config: WalletFrameConfig): string =>
  documentOf(manifest, { title: titles[config.kind], js: manifest.wallet_frame.js, config })

const titles: Readonly<Record<DeviceWalletType, string>> = { APPLE_PAY: 'Apple Pay', GOOGLE_PAY: 'Google Pay' }

/** Its headers: as those of the card frame, but the sheet of a wallet may be opened. */
export const walletHeaders = (
  parents: readonly string[] | null,
  cardEntry?: HostedCardEntry,
): Readonly<Record<string, string>> => ({
  ...frameHeaders(parents, cardEntry),
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=*, usb=()',
})
