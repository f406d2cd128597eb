import { currencyCodes } from '@billing-checkout/contract'

/** Codes whose minor unit is not a hundredth (ISO 4217). `IMP` and `JEP` are not ISO codes; their pounds have pence. */
const codesByExponent: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
}

/** National currencies that a price may be shown in although no payment is made in them. */
const localOnly = ['UAH', 'UYU', 'UZS', 'WST', 'ZAR', 'ZMW']

const exponents: ReadonlyMap<string, number> = new Map([
  ...[...currencyCodes, ...localOnly].map((code) => [code, 2] as const),
  ...Object.entries(codesByExponent).flatMap(([exponent, codes]) =>
    codes.split(' ').map((code) => [code, Number(exponent)] as const),
  ),
])

/**
 * How many decimals a currency's minor unit has, by ISO 4217 and never by Intl, which differs (IQD: 3, not 0). Throws
 * `RangeError` for a code that prices are not in.
 */
export const exponentOf = (currency: string): number => {
  const exponent = exponents.get(currency)
  if (exponent === undefined) throw new RangeError(`${currency} is not a currency that prices are in.`)
  return exponent
}

/** Every currency that a price may be charged or shown in. */
export const priceCurrencies: readonly string[] = [...exponents.keys()]
