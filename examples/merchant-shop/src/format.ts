import type { CurrencyCode, Plan } from '@billing-checkout/client'
import { decimalsByCurrency } from './catalogue.ts'
import type { Language } from './languages/languages.ts'

/** Formats minor units for a language. The decimals are those of `decimalsByCurrency`, because `Intl` has others for the Iraqi dinar. */
export const formatMoney = (amountMinor: number, currency: CurrencyCode, language: Language): string => {
  const decimals = decimalsOf(currency)
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amountMinor / 10 ** decimals)
}

/** Parses an amount such as 5, 5.00 or 5,00 to minor units; null if the text is no amount or has too many decimals for the currency. */
export const parseMoney = (text: string, currency: CurrencyCode): number | null => {
  const [, whole = '', fraction = ''] = /^(\d{1,10})(?:[.,](\d{1,3}))?$/.exec(text) ?? []
  const decimals = decimalsOf(currency)
  return whole === '' || fraction.length > decimals ? null : Number(whole + fraction.padEnd(decimals, '0'))
}

const decimalsOf = (currency: CurrencyCode): number => decimalsByCurrency[currency] ?? 2

/** The date of a timestamp, in words. */
export const formatDay = (timestamp: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(timestamp))

/** A timestamp to the minute, short enough for a table. */
export const formatMoment = (timestamp: string, language: Language): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(timestamp))} UTC`

/** A length of time in words, such as `14 days`. */
export const formatLength = (unit: NonNullable<Plan['interval']>, count: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: unit.slice(0, -1), unitDisplay: 'long' }).format(count)
