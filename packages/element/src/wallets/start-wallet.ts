import type { Checkout } from '@billing-checkout/contract'
import type { WalletKind, WalletMethod } from '../checkout/requests/transport.ts'
import { type Notice, problemNotice } from '../messages/notice.ts'
import type { FramedWallet } from './framed-sheet.ts'
import { showPlatformSheet } from './platform-sheet.ts'
import { openWindow } from './redirect-window.ts'
import { wallets } from './wallet-kinds.ts'

/** A wallet payment that the shopper has started. */
export interface StartedWalletPayment {
  /** The window for the wallet's pages; null if the wallet needs none, or if the browser blocked it. */
  readonly popup: Window | null
  /** Resolves with the method to send to the server; null if the shopper closed the wallet, a notice if the wallet cannot pay now. */
  readonly method: () => Promise<WalletMethod | Notice | null>
}

/** Starts a wallet payment. Call this during a click, before the first `await`. */
export const startWallet = (kind: WalletKind, checkout: Checkout, root: Element): StartedWalletPayment => {
  if (wallets[kind].flow === 'redirect') return { popup: openWindow(), method: async () => ({ type: kind }) }
  const framed = checkout.wallet_frames.find(({ type }) => type === kind)
  return {
    popup: null,
    async method() {
      if (framed !== undefined) return askInFrame(framed, checkout, root)
      const token = await (checkout.mode === 'sandbox'
        ? // A separate chunk, because only developers use the sandbox's sheet.
          (await import('./sandbox-sheet.ts')).showSandboxSheet(kind, checkout, root)
        : showPlatformSheet(kind, checkout))
      return token === null ? null : { type: kind, details: { token } }
    },
  }
}

/**
 * Loads the sheet for a framed wallet, and opens the sheet. Its code is a separate chunk, which only shoppers who choose such a wallet
 * need. If the chunk fails to load, returns a notice.
 */
const askInFrame = async (
  framed: FramedWallet,
  checkout: Checkout,
  root: Element,
): Promise<WalletMethod | Notice | null> => {
  const part = await import('./framed-sheet.ts').catch(() => null)
  return part === null ? problemNotice('internal') : part.showFramedWalletSheet(framed, checkout, root)
}
