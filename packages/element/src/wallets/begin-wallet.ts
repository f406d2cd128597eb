import type { Checkout } from '@billing-checkout/contract'
import type { WalletMethod } from '../checkout/requests/transport.ts'
import { type Notice, problemNotice } from '../checkout/state/notice.ts'
import type { FramedWallet } from './framed/framed-sheet.ts'
import { askPlatform } from './platform-sheet.ts'
import { openWindow } from './redirect-window.ts'
import { type WalletKind, wallets } from './wallet-kinds.ts'

/** A payment with a wallet that the shopper has begun. */
export interface StartedWallet {
  /** The window its pages will be in; null if there are none, or the browser allowed none. */
  readonly popup: Window | null
  /** What is sent to the server; null if the shopper closed it, a notice if there is nothing to send. */
  readonly method: () => Promise<WalletMethod | Notice | null>
}

/** Begins to pay with a wallet: to be called by a click, before anything is waited for. */
export const beginWallet = (kind: WalletKind, checkout: Checkout, root: Element): StartedWallet => {
  if (wallets[kind].flow === 'redirect') return { popup: openWindow(), method: async () => ({ type: kind }) }
  const framed = checkout.wallet_frames.find(({ type }) => type === kind)
  return {
    popup: null,
    async method() {
      if (framed !== undefined) return askInFrame(framed, checkout, root)
      const token = await (checkout.mode === 'sandbox'
        ? // A chunk of its own, so that no shopper loads what only developers see.
          (await import('./sandbox-sheet.ts')).askSandbox(kind, checkout, root)
        : askPlatform(kind, checkout))
      return token === null ? null : { type: kind, details: { token } }
    },
  }
}

/** A chunk of its own, which only those load who have chosen such a wallet; without the network it may not come. */
const askInFrame = async (
  framed: FramedWallet,
  checkout: Checkout,
  root: Element,
): Promise<WalletMethod | Notice | null> => {
  const part = await import('./framed/framed-sheet.ts').catch(() => null)
  return part === null ? problemNotice('internal') : part.askFramed(framed, checkout, root)
}
