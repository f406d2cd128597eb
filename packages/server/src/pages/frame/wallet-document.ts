import type { DeviceWalletType, WalletOffer } from '@billing-checkout/contract'
import type { HostedCardEntry } from '../../processors/cards/card-entry.ts'
import type { ElementManifest } from '../assets/assets.ts'
import { buildFrameDocument, type SharedFrameConfig, frameHeaders, type HostedScript } from './frame-document.ts'

/** The configuration of a frame with a processor's wallet button. */
export interface WalletFrameConfig extends SharedFrameConfig {
  readonly kind: DeviceWalletType
  /** The wallet's offer; null if it has changed since the frame was made. */
  readonly offer: WalletOffer | null
  /** The connection that charges the wallet; null if `offer` is null. */
  readonly connection: string | null
  readonly hosted: HostedScript | null
}

/** The document of the frame with a wallet button. */
export const walletDocument = (manifest: ElementManifest, config: WalletFrameConfig): string =>
  buildFrameDocument(manifest, { title: titles[config.kind], js: manifest.wallet_frame.js, config })

const titles: Readonly<Record<DeviceWalletType, string>> = { APPLE_PAY: 'Apple Pay', GOOGLE_PAY: 'Google Pay' }

/** The headers of the frame with a wallet button: those of the card frame, and permission to open the wallet's sheet. */
export const walletHeaders = (
  parents: readonly string[] | null,
  cardEntry?: HostedCardEntry,
): Readonly<Record<string, string>> => ({
  ...frameHeaders(parents, cardEntry),
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=*, usb=()',
})
