import { currencyCodes, type CurrencyCode } from '@billing-checkout/contract'

/** Currencies whose number of decimals is not 2 (ISO 4217), by that number. `IMP` and `JEP` are not ISO codes and have 2 decimals. */
const codesByExponent: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
}

/** National currencies that a price may be shown in, but not charged in. */
const localOnly = ['UAH', 'UYU', 'UZS', 'WST', 'ZAR', 'ZMW'] as const

const exponents: ReadonlyMap<string, number> = new Map([
  ...[...currencyCodes, ...localOnly].map((code) => [code, 2] as const),
  ...Object.entries(codesByExponent).flatMap(([exponent, codes]) =>
    codes.split(' ').map((code) => [code, Number(exponent)] as const),
  ),
])

/**
 * The number of decimals of a currency by ISO 4217. Intl is not used, because its numbers differ (IQD: 0 instead of 3). Throws `RangeError`
 * for a code that is not in `priceCurrencies`.
 */
export const decimalsOfCurrency = (currency: string): number => {
  const exponent = exponents.get(currency)
  if (exponent === undefined) throw new RangeError(`${currency} is not a currency that prices are in.`)
  return exponent
}

/** Every currency that a price may be charged or shown in. */
export const priceCurrencies: readonly string[] = [...exponents.keys()]

/** A currency in which a price may be shown: a code of the interface, or one of six currencies that the interface does not have. */
export type DisplayCurrencyCode = CurrencyCode | (typeof localOnly)[number]
