import type { WalletKind } from '../checkout/requests/transport.ts'

/** Each wallet's name, and whether the shopper pays on the wallet's own pages or in a sheet on top of this page. */
export const wallets: Readonly<Record<WalletKind, { readonly name: string; readonly flow: 'redirect' | 'sheet' }>> = {
  PAYPAL: { name: 'PayPal', flow: 'redirect' },
  VENMO: { name: 'Venmo', flow: 'redirect' },
  CASHAPP: { name: 'Cash App', flow: 'redirect' },
  APPLE_PAY: { name: 'Apple Pay', flow: 'sheet' },
  GOOGLE_PAY: { name: 'Google Pay', flow: 'sheet' },
}
