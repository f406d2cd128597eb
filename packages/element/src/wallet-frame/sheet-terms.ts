import type { RecurringTerms, WalletOffer } from '@billing-checkout/contract'
import type { StripeExpressCheckoutElementOptions } from '@stripe/stripe-js'

type ApplePay = NonNullable<StripeExpressCheckoutElementOptions['applePay']>
type AppleRecurringRequest = NonNullable<ApplePay['recurringPaymentRequest']>

/** The amount due now, as options of Stripe's script. The sheet shows this amount, and the server charges no other. */
export const stripeAmountOptions = ({ amount, currency, is_stored: isStored }: WalletOffer) => ({
  ...(amount === 0 ? { mode: 'setup' as const } : { mode: 'payment' as const, amount }),
  currency: currency.toLowerCase(),
  ...(isStored && { setupFutureUsage: 'off_session' as const }),
})

/** The later charges that Apple Pay shows; undefined if nothing recurs. If the offer has no address at which to cancel, `page` is used. */
export const recurringRequest = (offer: WalletOffer, page: string): AppleRecurringRequest | undefined => {
  const { recurring, label, amount, management_url: url } = offer
  if (recurring === null) return undefined
  const { has_trial: hasTrial, starts_at: startsAt } = recurring
  const start = startsAt === null ? undefined : new Date(startsAt)
  return {
    paymentDescription: label,
    managementURL: url ?? page,
    regularBilling: {
      label,
      amount: recurring.amount,
      ...rhythmOf(recurring),
      ...(start && { recurringPaymentStartDate: start }),
    },
    ...(hasTrial && { trialBilling: { label, amount, ...(start && { recurringPaymentEndDate: start }) } }),
  }
}

const rhythmOf = ({ interval, interval_count: count }: RecurringTerms) => ({
  recurringPaymentIntervalUnit: units[interval],
  recurringPaymentIntervalCount: count,
})

const units = { days: 'day', months: 'month', years: 'year' } as const satisfies Record<
  RecurringTerms['interval'],
  string
>
