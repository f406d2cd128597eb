import type { CurrencyCode } from '@billing-checkout/client'

/** A date as `31 Jan`, in UTC as all billing dates are. */
export const day = (at: string): string => {
  const date = new Date(at)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`
}
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** An amount of minor units of a currency with two decimals, as `9.99 EUR`. */
export const money = (minor: number, currency: CurrencyCode): string => `${(minor / 100).toFixed(2)} ${currency}`
