import type { CurrencyCode, DeviceWalletType, PaymentMethodType } from '@billing-checkout/contract'

/** The kinds of method that Stripe can charge for us, each with the Stripe type that its intents allow. */
export const typesOfKinds = {
  CARD: 'card',
  PAYPAL: 'paypal',
  CASHAPP: 'cashapp',
  APPLE_PAY: 'card',
  GOOGLE_PAY: 'card',
} as const satisfies Partial<Record<PaymentMethodType, string>>

/** A kind of method that Stripe can charge for us. */
export type StripeKind = keyof typeof typesOfKinds

/** Stripe's type of a payment method. */
export type StripeType = (typeof typesOfKinds)[StripeKind]

/** Parses the kinds that an operator lists, such as `CARD,PAYPAL`; undefined if Stripe cannot charge one of them. */
export const parseMethodKinds = (text: string): readonly StripeKind[] | undefined => {
  const kinds = [...new Set(text.split(',').map((kind) => kind.trim().toUpperCase()))]
  return kinds.every(isStripeKind) ? kinds : undefined
}

const isStripeKind = (kind: string): kind is StripeKind => Object.hasOwn(typesOfKinds, kind)

/** Device wallets. Stripe's own button turns the wallet's card into a payment method. */
export const walletKinds = ['APPLE_PAY', 'GOOGLE_PAY'] as const satisfies readonly (StripeKind & DeviceWalletType)[]

/** Stripe's name of a device wallet. */
export const walletTypes = { APPLE_PAY: 'apple_pay', GOOGLE_PAY: 'google_pay' } as const satisfies Record<
  DeviceWalletType,
  string
>

/**
 * The currencies in which accounts such as PayPal can be charged, as Stripe documents them:
 * https://docs.stripe.com/payments/paypal and https://docs.stripe.com/payments/cash-app-pay
 */
export const currenciesOfKinds: Readonly<Partial<Record<PaymentMethodType, readonly CurrencyCode[]>>> = {
  PAYPAL: ['EUR', 'GBP', 'USD', 'CHF', 'CZK', 'DKK', 'NOK', 'PLN', 'SEK', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD'],
  CASHAPP: ['USD'],
}
