import type { Address, PaymentMethod, Subscription, SubscriptionPlan } from '@billing-checkout/client'
import { decimalsOfCurrency, formatMoney } from '@billing-checkout/domain'
import type { Language, Say } from './say.ts'

/** Formats amounts and dates in the user's language. */
export interface Format {
  readonly language: Language
  readonly money: (amount: number, currency: string) => string
  /** A date and its time of day, in the user's time zone. */
  readonly instant: (timestamp: string) => string
  /** A date in UTC, as in receipts and emails. */
  readonly day: (timestamp: string) => string
  /** A month in UTC; the argument is text such as `2026-11`. */
  readonly month: (month: string) => string
  readonly count: (count: number) => string
  readonly interval: (plan: Pick<SubscriptionPlan, 'interval' | 'interval_count'>) => string
  /** The price of a period, before discounts and added tax, such as `3 × €10.00 monthly`. */
  readonly price: (subscription: Pick<Subscription, 'plan' | 'quantity'>) => string
}

/** The formats for a language. */
export const createFormat = (language: Language, say: Say): Format => {
  const locale = language === 'en' ? 'en-GB' : language
  const instants = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const months = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const counts = new Intl.NumberFormat(locale)
  const format: Format = {
    language,
    money: (amount, currency) => formatMoney({ amount, currency }, language).formattedAmount,
    instant: (timestamp) => instants.format(new Date(timestamp)),
    day: (timestamp) => days.format(new Date(timestamp)),
    month: (month) => months.format(new Date(`${month}-01T00:00:00Z`)),
    count: (count) => counts.format(count),
    interval: ({ interval, interval_count: count }) => {
      if (interval === null) return say('interval.once')
      return count === 1 || count === null
        ? say(({ days: 'interval.day', months: 'interval.month', years: 'interval.year' } as const)[interval])
        : say(`interval.${interval}`, { count })
    },
    price: ({ plan, quantity }) => {
      const { amount, currency } = plan.price
      const times = quantity === 1 ? '' : `${format.count(quantity)} × `
      return `${times}${format.money(amount, currency)} ${format.interval(plan)}`
    },
  }
  return format
}

/** Parses a typed amount such as `9,90` to minor units; null if it is not an amount or has too many decimals for the currency. */
export const parseAmount = (typed: string, currency: string): number | null => {
  const [, whole, , fraction = ''] = /^(\d{1,12})([.,](\d{1,4}))?$/.exec(typed.trim())?.map((part) => part ?? '') ?? []
  const decimals = decimalsOfCurrency(currency)
  if (whole === undefined || fraction.length > decimals) return null
  return Number(`${whole}${fraction.padEnd(decimals, '0')}`)
}

/** Minor units as decimal text with a decimal point, for an input field. */
export const amountText = (amount: number, currency: string): string => {
  const decimals = decimalsOfCurrency(currency)
  const digits = String(amount).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** A payment method as short text, such as `Visa •••• 4242`. */
export const methodText = (method: PaymentMethod | null): string => {
  if (method === null) return '–'
  const { details } = method
  if ('last4' in details) return `${brandText(details.bin_data.brand)} •••• ${details.last4}`
  if ('payer_info' in details) return `PayPal ${details.payer_info.email ?? ''}`.trim()
  return 'username' in details ? `Venmo ${details.username ?? ''}`.trim() : `Cash App ${details.cashtag ?? ''}`.trim()
}

/** An address on one line. */
export const addressText = (address: Address | null): string =>
  address === null
    ? '–'
    : [
        address.line1,
        address.line2,
        [address.postal_code, address.city].filter(Boolean).join(' '),
        address.state,
        address.country,
      ]
        .filter(Boolean)
        .join(', ')

const brandText = (brand: string | null): string =>
  (brand ?? 'card')
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
