import type { Checkout } from '@billing-checkout/contract'
import type { WalletMethod } from '../checkout/requests/transport.ts'
import { askPlatform } from './platform-sheet.ts'
import { openWindow } from './redirect-window.ts'
import { type WalletKind, wallets } from './wallet-kinds.ts'

/** A payment with a wallet that the shopper has begun. */
export interface StartedWallet {
  /** The window its pages will be in; null where there are none, or the browser allowed none. */
  readonly popup: Window | null
  /** What is sent to the server; null when the shopper thought better of it. */
  readonly method: () => Promise<WalletMethod | null>
}

/** Begins to pay with a wallet: to be called by a click, before anything is waited for. */
export const beginWallet = (kind: WalletKind, checkout: Checkout, root: Element): StartedWallet => {
  if (wallets[kind].flow === 'redirect') return { popup: openWindow(), method: async () => ({ type: kind }) }
  return {
    popup: null,
    async method() {
      const token = await (checkout.mode === 'sandbox'
        ? // A chunk of its own, so that no shopper loads what only developers see.
          (await import('./sandbox-sheet.ts')).askSandbox(kind, checkout, root)
        : askPlatform(kind, checkout))
      return token === null ? null : { type: kind, details: { token } }
    },
  }
}
