import type { Checkout } from '@billing-checkout/contract'
import type { WalletKind, WalletMethod } from '../checkout/requests/transport.ts'
import { type Notice, problemNotice } from '../messages/notice.ts'
import type { FramedWallet } from './framed-sheet.ts'
import { askPlatform } from './platform-sheet.ts'
import { openWindow } from './redirect-window.ts'
import { wallets } from './wallet-kinds.ts'

/** A wallet payment that the shopper has started. */
export interface StartedWallet {
  /** The window for the wallet's pages; null if the wallet needs none, or if the browser blocked it. */
  readonly popup: Window | null
  /** Resolves with the method to send to the server; null if the shopper closed the wallet, a notice if it failed. */
  readonly method: () => Promise<WalletMethod | Notice | null>
}

/** Starts a wallet payment. Call this during a click, before the first `await`. */
export const beginWallet = (kind: WalletKind, checkout: Checkout, root: Element): StartedWallet => {
  if (wallets[kind].flow === 'redirect') return { popup: openWindow(), method: async () => ({ type: kind }) }
  const framed = checkout.wallet_frames.find(({ type }) => type === kind)
  return {
    popup: null,
    async method() {
      if (framed !== undefined) return askInFrame(framed, checkout, root)
      const token = await (checkout.mode === 'sandbox'
        ? // A separate chunk, because only developers use the sandbox's sheet.
          (await import('./sandbox-sheet.ts')).askSandbox(kind, checkout, root)
        : askPlatform(kind, checkout))
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
  return part === null ? problemNotice('internal') : part.askFramed(framed, checkout, root)
}
