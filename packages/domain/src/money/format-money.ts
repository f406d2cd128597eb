import { decimalsOfCurrency } from './currencies.ts'

/** An amount as a locale writes it, and the symbol, side and decimals used. */
export interface FormattedMoney {
  readonly formattedAmount: string
  /** The symbol without the invisible marks that set the direction of right-to-left text. */
  readonly currencySymbol: string
  /** The symbol's side in the stored text: `left` means before the number. Right-to-left text displays that symbol on the right. */
  readonly currencyPosition: 'left' | 'right'
  /** The number of decimals by ISO 4217, even if the locale's data differ. */
  readonly currencyDecimals: number
}

/**
 * Formats minor units for a locale, with its digits, ISO 4217 decimals, and a symbol that only one currency has. If several currencies
 * share the locale's symbol (`$`, `kr`), the international symbol (`A$`) is used, or the code if that symbol is shared too. If Intl has no
 * data for a locale, English is used. Throws `RangeError` if `locale` is not a BCP 47 tag.
 */
export const formatMoney = (
  money: { readonly amount: number; readonly currency: string },
  locale: string,
): FormattedMoney => {
  const { write, written, manner } = writerFor(money.currency, locale)
  let formattedAmount = written.get(money.amount)
  if (formattedAmount === undefined) {
    formattedAmount = write(decimalText(money.amount, manner.currencyDecimals))
    if (written.size >= writtenMax) written.clear()
    written.set(money.amount, formattedAmount)
  }
  return { formattedAmount, ...manner }
}

/** Size of the cache of formatted amounts, which is faster than Intl. Limited, because callers choose the amounts. */
const writtenMax = 200

/** Formats one currency for one locale. */
interface Writer {
  readonly write: (decimal: Intl.StringNumericLiteral) => string
  /** The amounts formatted before, as a cache. */
  readonly written: Map<number, string>
  readonly manner: Omit<FormattedMoney, 'formattedAmount'>
}

/** A cache, because creating an Intl formatter costs far more than using it. Limited, because shoppers choose the locale. */
const writers = new Map<string, Writer>()
const writersMax = 1000

const writerFor = (currency: string, locale: string): Writer => {
  const key = `${currency} ${locale}`
  const known = writers.get(key)
  if (known !== undefined) return known
  if (writers.size >= writersMax) writers.clear()
  const writer = makeWriter(currency, locale)
  writers.set(key, writer)
  return writer
}

const makeWriter = (currency: string, locale: string): Writer => {
  const local = formatterOf(currency, locale, 'symbol')
  const symbol = unambiguousSymbol(currency, symbolIn(local))
  // A currency code needs a gap before or after the number, even if a symbol does not. Intl knows each locale's gap.
  const formatter = symbol === currency ? formatterOf(currency, locale, 'code') : local
  const partsOf = (decimal: Intl.StringNumericLiteral): readonly Intl.NumberFormatPart[] =>
    formatter.formatToParts(decimal).map((part) => {
      if (part.type === 'currency') return { ...part, value: symbol }
      // In most locales, Intl writes a hyphen as minus sign. A hyphen is half as wide as a plus, and a line may break after it.
      return part.type === 'minusSign' ? { ...part, value: part.value.replace('-', '−') } : part
    })
  // In right-to-left text, a dollar sign after Latin letters would be displayed before those letters.
  const rightToLeft = /[\u061c\u200f]/
  const keepTogether = (written: string): string =>
    rightToLeft.test(written) ? written.replace(/[A-Z]+\$/, '$&\u200e') : written
  return {
    write: (decimal) =>
      keepTogether(
        partsOf(decimal)
          .map(({ value }) => value)
          .join(''),
      ),
    written: new Map(),
    manner: {
      currencySymbol: symbol.replaceAll(/[\u061c\u200e\u200f]/g, ''),
      currencyPosition: positionIn(partsOf('0')),
      currencyDecimals: decimalsOfCurrency(currency),
    },
  }
}

const formatterOf = (currency: string, locale: string, currencyDisplay: 'symbol' | 'code'): Intl.NumberFormat => {
  const decimals = decimalsOfCurrency(currency)
  return new Intl.NumberFormat([locale, 'en'], {
    style: 'currency',
    currency,
    currencyDisplay,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}

const unambiguousSymbol = (currency: string, localSymbol: string): string => {
  if (isUnambiguousSymbol(localSymbol, currency)) return localSymbol
  const international = symbolIn(formatterOf(currency, 'en', 'symbol'))
  return isUnambiguousSymbol(international, currency) ? international : currency
}

const symbolIn = (formatter: Intl.NumberFormat): string =>
  formatter.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? ''

const positionIn = (parts: readonly Intl.NumberFormatPart[]): 'left' | 'right' => {
  const place = (type: Intl.NumberFormatPartTypes) => parts.findIndex((part) => part.type === type)
  return place('currency') < place('integer') ? 'left' : 'right'
}

/** The amount as exact decimal text, because large amounts would lose minor units in floating point. */
const decimalText = (amountMinor: number, decimals: number): Intl.StringNumericLiteral => {
  const sign = amountMinor < 0 ? '-' : ''
  const digits = BigInt(Math.abs(amountMinor))
    .toString()
    .padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}` as Intl.StringNumericLiteral
}

/**
 * Symbols that several currencies share in some locale of CLDR. For each, the one currency that may use the plain symbol here: the currency
 * that has it in international English. If there is none, no currency may use the symbol (`kr` may be a krona or a krone), because it could
 * suggest the wrong price. Keys are in the form that `normalizeSymbol` returns.
 */
const sharedSymbols: ReadonlyMap<string, string | undefined> = new Map([
  ['$', 'USD'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['br', undefined],
  ['c$', undefined],
  ['cf', undefined],
  ['fcfa', undefined],
  ['k', undefined],
  ['kr', undefined],
  ['l', undefined],
  ['rf', undefined],
  ['rs', undefined],
  ['сом', undefined],
  // Cape Verde uses its symbol as the decimal sign and puts an invisible symbol next to the number.
  ['', undefined],
])

/** Whether a symbol means only this currency in every locale: true for `A$` and `€`; for `$`, true only for the US dollar. */
const isUnambiguousSymbol = (symbol: string, currency: string): boolean =>
  !sharedSymbols.has(normalizeSymbol(symbol)) || sharedSymbols.get(normalizeSymbol(symbol)) === currency

/**
 * A symbol as a reader sees it: width and case are normalized; gaps, dots and invisible marks are removed (`F CFA` equals `FCFA`, `kr.`
 * equals `kr`).
 */
const normalizeSymbol = (symbol: string): string =>
  symbol
    .normalize('NFKC')
    .replaceAll(/[\s.\p{Cf}]/gu, '')
    .toLowerCase()
