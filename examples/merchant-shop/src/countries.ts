import type { CountryCode } from '@billing-checkout/client'

/** Where the shop posts to. */
// prettier-ignore
export const countries = [
  'AE', 'AT', 'AU', 'BE', 'BR', 'CA', 'CH', 'CZ', 'DE', 'DK', 'EG', 'ES', 'FI', 'FR', 'GB', 'GR', 'HU', 'IE', 'IN', 'IQ',
  'IS', 'IT', 'JO', 'JP', 'KE', 'KR', 'KW', 'MA', 'MX', 'NL', 'NO', 'NZ', 'PL', 'PT', 'SA', 'SE', 'SG', 'TH', 'TR', 'US', 'ZA',
] as const satisfies readonly CountryCode[]

/** A country the shop posts to. */
export type Country = (typeof countries)[number]

/** The country a text names, whatever its case; `undefined` when the shop does not post there. */
export const countryOf = (text: unknown): Country | undefined =>
  countries.find((country) => typeof text === 'string' && country === text.toUpperCase())

/** The countries with their names in a language, in that language's order. */
export const countriesIn = (language: string): readonly { readonly code: Country; readonly name: string }[] => {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const inOrder = new Intl.Collator(language)
  return countries
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((left, right) => inOrder.compare(left.name, right.name))
}
