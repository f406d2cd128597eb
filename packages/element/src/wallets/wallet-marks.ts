import { svg } from 'lit'
import type { Drawing } from '../views/view.ts'
import type { WalletKind } from './wallet-kinds.ts'

// Signs of our own making in the wallets' colours; a brand's artwork has rules that come with its own contract.
const signs: Readonly<Record<WalletKind | 'CARD', Drawing>> = {
  CARD: svg`<rect x="4" y="6" width="24" height="16" rx="2.5" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M4 11h24" stroke="currentColor" stroke-width="3"/>`,
  PAYPAL: svg`<path d="M12 5h7.2c3.3 0 5.2 1.9 4.7 5-.6 3.8-3.3 5.6-7 5.6h-2.3L13.4 22H9.2L12 5z" fill="#0070e0"/><path d="M15.6 9.2h2.2c1.4 0 2 .7 1.8 1.8-.2 1.3-1.2 2-2.6 2h-2z" fill="#fff"/>`,
  VENMO: svg`<rect x="4" y="4" width="24" height="20" rx="5" fill="#008cff"/><path d="M20.8 8c.5.8.7 1.6.7 2.7 0 3.3-2.8 7.5-5.1 10.3h-5L9.4 8.9l4.3-.4 1.1 8c1-1.6 2.2-4.1 2.2-5.8 0-.9-.2-1.6-.4-2z" fill="#fff"/>`,
  CASHAPP: svg`<rect x="4" y="4" width="24" height="20" rx="5" fill="#00b843"/><path d="M19.4 10.6c-.9-.8-2-1.2-3.2-1.2-1.3 0-2.2.5-2.2 1.4 0 2.3 6.2 1 6.2 4.8 0 2.2-1.9 3.5-4.4 3.5-1.6 0-3.1-.6-4.2-1.6M16.9 7.2l-2 13.6" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/>`,
  APPLE_PAY: svg`<path d="M20.6 15c0-2 1.6-2.9 1.7-3-1-1.4-2.4-1.6-2.9-1.6-1.3-.1-2.4.7-3.1.7-.6 0-1.6-.7-2.6-.7-1.4 0-2.6.8-3.3 2-1.4 2.4-.4 6 1 8 .7.9 1.5 2 2.5 2 1 0 1.4-.6 2.6-.6s1.6.6 2.6.6c1.1 0 1.8-1 2.4-1.9.8-1.1 1.1-2.2 1.1-2.2-.1-.1-2-.8-2-3.3zM18.6 9c.6-.7.9-1.6.9-2.6-.8 0-1.8.5-2.4 1.2-.5.6-1 1.6-.9 2.5 1 .1 1.9-.4 2.4-1.1z" fill="currentColor"/>`,
  GOOGLE_PAY: svg`<path d="M16.1 12.7v3.1h4.5c-.3 1.6-1.8 3.1-4.5 3.1-2.7 0-4.9-2.2-4.9-4.9s2.2-4.9 4.9-4.9c1.4 0 2.5.5 3.3 1.3l2.3-2.3A8 8 0 0 0 16.1 6a8 8 0 1 0 0 16c4.6 0 7.7-3.2 7.7-7.8 0-.5 0-1-.1-1.5z" fill="#4285f4"/>`,
}

/** The sign of a wallet, or of cards. */
export const drawWalletMark = (kind: WalletKind | 'CARD'): Drawing =>
  svg`<svg viewBox="0 0 32 28" width="32" height="28" aria-hidden="true" class="wallet-mark">${signs[kind]}</svg>`
