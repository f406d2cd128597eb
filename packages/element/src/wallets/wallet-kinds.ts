import type { PaymentMethodType } from '@billing-checkout/contract'

/** A kind of payment method that is not a card. */
export type WalletKind = Exclude<PaymentMethodType, 'CARD'>

/** What a wallet is called, everywhere, and whether the shopper pays on its own pages or in a sheet over this one. */
export const wallets: Readonly<Record<WalletKind, { readonly name: string; readonly flow: 'redirect' | 'sheet' }>> = {
  PAYPAL: { name: 'PayPal', flow: 'redirect' },
  VENMO: { name: 'Venmo', flow: 'redirect' },
  CASHAPP: { name: 'Cash App', flow: 'redirect' },
  APPLE_PAY: { name: 'Apple Pay', flow: 'sheet' },
  GOOGLE_PAY: { name: 'Google Pay', flow: 'sheet' },
}
