import type { AppleBilling, AppleRecurringRequest, ElementsOptions } from './express-checkout.ts'
import type { RecurringTerms, WalletOffer } from '@billing-checkout/contract'

/** The amount due now, as options of Stripe's script. The sheet shows this amount, and the server charges no other. */
export const dueNow = ({
  amount,
  currency,
  is_stored: isStored,
}: WalletOffer): Pick<ElementsOptions, 'mode' | 'amount' | 'currency' | 'setupFutureUsage'> => ({
  ...(amount === 0 ? { mode: 'setup' } : { mode: 'payment', amount }),
  currency: currency.toLowerCase(),
  ...(isStored && { setupFutureUsage: 'off_session' }),
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

const rhythmOf = ({
  interval,
  interval_count: count,
}: RecurringTerms): Pick<AppleBilling, 'recurringPaymentIntervalUnit' | 'recurringPaymentIntervalCount'> => ({
  recurringPaymentIntervalUnit: units[interval],
  recurringPaymentIntervalCount: count,
})

const units = { days: 'day', months: 'month', years: 'year' } as const satisfies Readonly<
  Record<RecurringTerms['interval'], AppleBilling['recurringPaymentIntervalUnit']>
>
