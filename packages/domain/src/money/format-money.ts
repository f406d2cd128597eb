import { exponentOf, priceCurrencies } from './currencies.ts'

/** An amount as a locale writes it, and how. */
export interface FormattedMoney {
  readonly formattedAmount: string
  readonly currencySymbol: string
  readonly currencyPosition: 'left' | 'right'
  /** ISO 4217 decimals, whatever the locale's own data say. */
  readonly currencyDecimals: number
}

/**
 * Writes minor units as a locale does, with ISO decimals and a symbol that means one currency only: where the locale's
 * own symbol stands for several (`$`, `kr`, `£`), the international form (`A$`) or else the code is used (decisions 7).
 */
export const formatMoney = (money: { amount: number; currency: string }, locale: string): FormattedMoney => {
  const { format, symbol, position, decimals } = writerFor(money.currency, locale)
  return {
    formattedAmount: format(decimalText(money.amount, decimals)),
    currencySymbol: symbol,
    currencyPosition: position,
    currencyDecimals: decimals,
  }
}

interface Writer {
  readonly format: (decimal: Intl.StringNumericLiteral) => string
  readonly symbol: string
  readonly position: 'left' | 'right'
  readonly decimals: number
}

const writers = new Map<string, Writer>()
const writersMax = 5000

const writerFor = (currency: string, locale: string): Writer => {
  const key = `${locale} ${currency}`
  const known = writers.get(key)
  if (known !== undefined) return known
  if (writers.size >= writersMax) writers.clear()
  const writer = makeWriter(currency, locale)
  writers.set(key, writer)
  return writer
}

const makeWriter = (currency: string, locale: string): Writer => {
  const decimals = exponentOf(currency)
  const intl = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  const symbol = unambiguousSymbol(currency, locale)
  const parts = intl.formatToParts(1)
  const place = (type: string) => parts.findIndex((part) => part.type === type)
  return {
    format: (decimal) =>
      spaced(intl.formatToParts(decimal).map((part) => (part.type === 'currency' ? { ...part, value: symbol } : part))),
    symbol,
    position: place('currency') < place('integer') ? 'left' : 'right',
    decimals,
  }
}

/** A code or symbol that ends in a letter is kept apart from the digits, as CLDR does for codes. */
const spaced = (parts: readonly Intl.NumberFormatPart[]): string =>
  parts
    .map((part, index) => {
      const next = parts[index + 1]
      const touches = part.type === 'currency' && next?.type === 'integer' && /\p{L}$/u.test(part.value)
      return touches ? `${part.value}\u00a0` : part.value
    })
    .join('')

/** An exact decimal, because a float would lose minor units of large amounts. */
const decimalText = (amountMinor: number, decimals: number): Intl.StringNumericLiteral => {
  const digits = Math.abs(amountMinor)
    .toString()
    .padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`
  return `${amountMinor < 0 ? '-' : ''}${whole}${fraction}` as Intl.StringNumericLiteral
}

/** The locale's symbol where it means this currency everywhere, else the international one, else the code. */
const unambiguousSymbol = (currency: string, locale: string): string => {
  const own = symbolIn(currency, locale)
  const owner = symbolOwners().get(own)
  if (owner === currency || (owner === undefined && isOnlyMeaning(own, currency, locale))) return own
  const international = symbolIn(currency, 'en')
  return symbolOwners().get(international) === currency ? international : currency
}

const symbolIn = (currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency })
    .formatToParts(1)
    .find((part) => part.type === 'currency')!.value

/** Which currency a symbol means internationally: English CLDR has no symbol twice. */
const symbolOwners = (): ReadonlyMap<string, string> => {
  owners ??= new Map(priceCurrencies.map((code) => [symbolIn(code, 'en'), code]))
  return owners
}
let owners: ReadonlyMap<string, string> | undefined

/**
 * Whether a symbol of the locale's own is free of other meanings: made of more than what currencies share (`$`, `kr`), and
 * no other currency's in this locale.
 */
const isOnlyMeaning = (symbol: string, currency: string, locale: string): boolean => {
  if (sharedSymbols.has(symbol.replaceAll(/[\s.\u200e\u200f]/g, ''))) return false
  return priceCurrencies.every((other) => other === currency || symbolIn(other, locale) !== symbol)
}

/** Signs that several currencies use at home. */
const sharedSymbols: ReadonlySet<string> = new Set([
  '$',
  '£',
  '¥',
  'kr',
  'Kr',
  'Fr',
  'Rs',
  'R',
  'F',
  'K',
  'L',
  'C$',
  '元',
])
