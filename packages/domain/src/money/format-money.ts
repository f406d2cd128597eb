import { exponentOf } from './currencies.ts'
import { isUnambiguousSymbol } from './is-unambiguous-symbol.ts'

/** An amount as a locale writes it, and the parts that it is written with. */
export interface FormattedMoney {
  readonly formattedAmount: string
  /** The symbol without the invisible marks that set the direction of right-to-left text. */
  readonly currencySymbol: string
  /** The symbol's side in the stored text: `left` is before the number, which right-to-left text displays on its right. */
  readonly currencyPosition: 'left' | 'right'
  /** ISO 4217 decimals, whatever the locale's own data say. */
  readonly currencyDecimals: number
}

/**
 * Formats minor units for a locale, with its digits, ISO 4217 decimals, and a symbol that only one currency has. If
 * several currencies share the locale's symbol (`$`, `kr`), the international symbol (`A$`) or else the code is used. A
 * locale that Intl has no data for is formatted as English. Throws `RangeError` for text that is no BCP 47 tag.
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

/** A shop has few prices, and formatting one with Intl is slower than a look-up here. Limited, because callers choose the amounts. */
const writtenMax = 200

/** Formats one currency for one locale. */
interface Writer {
  readonly write: (decimal: Intl.StringNumericLiteral) => string
  /** Amounts formatted before. */
  readonly written: Map<number, string>
  readonly manner: Omit<FormattedMoney, 'formattedAmount'>
}

/** Creating an Intl formatter costs far more than using it. Limited, because shoppers choose the locale. */
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
  // A code needs a gap between itself and the number, even if a symbol does not; Intl knows each locale's gap.
  const formatter = symbol === currency ? formatterOf(currency, locale, 'code') : local
  const partsOf = (decimal: Intl.StringNumericLiteral): readonly Intl.NumberFormatPart[] =>
    formatter.formatToParts(decimal).map((part) => {
      if (part.type === 'currency') return { ...part, value: symbol }
      // In most locales Intl writes a hyphen, which is half as wide as a plus and may be wrapped away from its number.
      return part.type === 'minusSign' ? { ...part, value: part.value.replace('-', '−') } : part
    })
  // In right-to-left text, a dollar sign after Latin letters would be displayed before them.
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
      currencyDecimals: exponentOf(currency),
    },
  }
}

const formatterOf = (currency: string, locale: string, currencyDisplay: 'symbol' | 'code'): Intl.NumberFormat => {
  const decimals = exponentOf(currency)
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

/** The amount as exact decimal text: in floating point, large amounts would lose minor units. */
const decimalText = (amountMinor: number, decimals: number): Intl.StringNumericLiteral => {
  const sign = amountMinor < 0 ? '-' : ''
  const digits = BigInt(Math.abs(amountMinor))
    .toString()
    .padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}` as Intl.StringNumericLiteral
}
