import { svg } from 'lit'
import type { Rendering } from '../drawing/view.ts'
import type { WalletKind } from '../checkout/requests/transport.ts'

// Symbols that we drew ourselves in the wallets' colors, on plates like those of cards, because the brands license their own logos only by
// contract.
const signs: Readonly<Record<WalletKind, readonly [plate: string, sign: Rendering]>> = {
  PAYPAL: [
    '#fff',
    svg`<path d="M16 4h6.4c3 0 4.7 1.7 4.2 4.5-.5 3.4-2.9 5-6.2 5h-2.1L17.2 20h-3.8L16 4z" fill="#0070e0"/><path d="M19.2 7.8h2c1.3 0 1.8.6 1.6 1.6-.2 1.2-1.1 1.8-2.3 1.8h-1.8z" fill="#fff"/>`,
  ],
  VENMO: [
    '#008cff',
    svg`<path d="M23 6c.5.8.7 1.6.7 2.6 0 3-2.6 6.9-4.8 9.5h-4.7l-1.8-11.2 4.1-.4 1 7.5c.9-1.5 2-3.9 2-5.4 0-.9-.2-1.5-.4-1.9z" fill="#fff"/>`,
  ],
  CASHAPP: [
    '#00b843',
    svg`<path d="M22.2 8.8c-.8-.7-1.8-1.1-2.9-1.1-1.2 0-2 .5-2 1.3 0 2.1 5.7.9 5.7 4.4 0 2-1.8 3.2-4.1 3.2-1.5 0-2.8-.5-3.8-1.5M19.9 5.6l-1.8 12.7" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round"/>`,
  ],
  APPLE_PAY: [
    '#000',
    svg`<path transform="translate(4 -1)" d="M20.6 15c0-2 1.6-2.9 1.7-3-1-1.4-2.4-1.6-2.9-1.6-1.3-.1-2.4.7-3.1.7-.6 0-1.6-.7-2.6-.7-1.4 0-2.6.8-3.3 2-1.4 2.4-.4 6 1 8 .7.9 1.5 2 2.5 2 1 0 1.4-.6 2.6-.6s1.6.6 2.6.6c1.1 0 1.8-1 2.4-1.9.8-1.1 1.1-2.2 1.1-2.2-.1-.1-2-.8-2-3.3zM18.6 9c.6-.7.9-1.6.9-2.6-.8 0-1.8.5-2.4 1.2-.5.6-1 1.6-.9 2.5 1 .1 1.9-.4 2.4-1.1z" fill="#fff"/>`,
  ],
  GOOGLE_PAY: [
    '#fff',
    svg`<path d="M19.1 10.8v2.8h4.1c-.3 1.5-1.6 2.8-4.1 2.8a4.4 4.4 0 0 1 0-8.8c1.3 0 2.3.5 3 1.2l2.1-2.1A7.2 7.2 0 1 0 19.1 19.2c4.1 0 6.9-2.9 6.9-7 0-.5 0-.9-.1-1.4z" fill="#4285f4"/>`,
  ],
}

/** The symbol of a wallet, 38 by 24 units, as large as the logos of cards. */
export const renderWalletMark = (kind: WalletKind): Rendering => {
  const [plate, sign] = signs[kind]
  return svg`<svg viewBox="0 0 38 24" aria-hidden="true"><rect width="38" height="24" rx="4" fill=${plate} />${sign}</svg>`
}
