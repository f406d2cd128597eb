import type { AccountType, CurrencyCode, DeviceWalletType, PaymentMethodType } from '@billing-checkout/contract'

/** The kinds that can be charged through Stripe, each by the one type of method that its intents allow. */
export const typesOfKinds = {
  CARD: 'card',
  PAYPAL: 'paypal',
  CASHAPP: 'cashapp',
  APPLE_PAY: 'card',
  GOOGLE_PAY: 'card',
} as const satisfies Partial<Record<PaymentMethodType, string>>

/** A kind that can be charged through Stripe. */
export type StripeKind = keyof typeof typesOfKinds

/** What Stripe calls a kind of method. */
export type StripeType = (typeof typesOfKinds)[StripeKind]

/** The kinds in an operator's words, such as `CARD,PAYPAL`; undefined if Stripe does not charge one of them. */
export const readKinds = (text: string): readonly StripeKind[] | undefined => {
  const kinds = [...new Set(text.split(',').map((kind) => kind.trim().toUpperCase()))]
  return kinds.every(isStripeKind) ? kinds : undefined
}

const isStripeKind = (kind: string): kind is StripeKind => Object.hasOwn(typesOfKinds, kind)

/** The kinds that come out of the wallet of a device: cards, which Stripe's own button makes a method of. */
export const walletKinds = ['APPLE_PAY', 'GOOGLE_PAY'] as const satisfies readonly (StripeKind & DeviceWalletType)[]

/** What Stripe calls the wallet that a card came out of. */
export const walletTypes = { APPLE_PAY: 'apple_pay', GOOGLE_PAY: 'google_pay' } as const satisfies Record<
  DeviceWalletType,
  string
>

/** What Stripe calls the accounts of a company; undefined if it charges none of them. */
export const typeOfAccount = (type: AccountType): Exclude<StripeType, 'card'> | undefined =>
  type === 'VENMO' ? undefined : typesOfKinds[type]

/**
 * The currencies that accounts at other companies are charged in, as Stripe documents them:
 * https://docs.stripe.com/payments/paypal and https://docs.stripe.com/payments/cash-app-pay
 */
export const currenciesOfKinds: Readonly<Partial<Record<PaymentMethodType, readonly CurrencyCode[]>>> = {
  PAYPAL: ['EUR', 'GBP', 'USD', 'CHF', 'CZK', 'DKK', 'NOK', 'PLN', 'SEK', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD'],
  CASHAPP: ['USD'],
}
