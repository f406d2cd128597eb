import { type CountryCode, type CurrencyCode, currencyCodes } from '@billing-checkout/contract'

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
export const exponentOf = (currency: string): number => {
  const exponent = exponents.get(currency)
  if (exponent === undefined) throw new RangeError(`${currency} is not a currency that prices are in.`)
  return exponent
}

/** Every currency that a price may be charged or shown in. */
export const priceCurrencies: readonly string[] = [...exponents.keys()]

/** A currency in which a price may be shown: a code of the interface, or one of six currencies that the interface does not have. */
export type LocalCurrencyCode = CurrencyCode | (typeof localOnly)[number]

/**
 * Countries whose currency does not follow from their code, because they share a currency, or because several currency codes begin with the
 * country's code. Source: CLDR's supplemental currency data, 2026.
 */
const otherCountries: Partial<Record<LocalCurrencyCode, string>> = {
  AUD: 'CC CX HM KI NF NR TV',
  BOB: 'BO',
  CHF: 'CH LI',
  COP: 'CO',
  CUP: 'CU',
  DKK: 'FO GL',
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT',
  GBP: 'GG GS IM JE',
  JOD: 'PS',
  MAD: 'EH',
  MXN: 'MX',
  NOK: 'BV SJ',
  NZD: 'CK NU PN TK',
  STN: 'ST',
  USD: 'AS BQ EC FM GU IO MH MP PA PR PW SV TC TL UM VG VI ZW',
  XAF: 'CF CG CM GA GQ TD',
  XCD: 'AG AI DM GD KN LC MS VC',
  XCG: 'CW SX',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XPF: 'NC PF WF',
}

/** By ISO 4217, the code of a national currency begins with the code of its country. */
const currencyByCountry = new Map([
  ...priceCurrencies.map((currency) => [currency.slice(0, 2), currency as LocalCurrencyCode] as const),
  ...Object.entries(otherCountries).flatMap(([currency, countries]) =>
    countries.split(' ').map((country) => [country, currency as LocalCurrencyCode] as const),
  ),
])

/** The currency that a country uses, or `undefined` if it has none (Antarctica). */
export const currencyOfCountry = (country: CountryCode): LocalCurrencyCode | undefined => currencyByCountry.get(country)
