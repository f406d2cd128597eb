import type { CountryCode } from '@billing-checkout/client'

/** The countries that the shop delivers to. */
// prettier-ignore
export const countries = [
  'AE', 'AT', 'AU', 'BE', 'BR', 'CA', 'CH', 'CZ', 'DE', 'DK', 'EG', 'ES', 'FI', 'FR', 'GB', 'GR', 'HU', 'IE', 'IN', 'IQ',
  'IS', 'IT', 'JO', 'JP', 'KE', 'KR', 'KW', 'MA', 'MX', 'NL', 'NO', 'NZ', 'PL', 'PT', 'SA', 'SE', 'SG', 'TH', 'TR', 'US', 'ZA',
] as const satisfies readonly CountryCode[]

/** A country that the shop delivers to. */
export type Country = (typeof countries)[number]

/** The country whose code is `text`, in upper or lower case; `undefined` if the shop does not deliver to this country. */
export const countryOf = (text: unknown): Country | undefined =>
  countries.find((country) => typeof text === 'string' && country === text.toUpperCase())

/** The countries with their names in a language, sorted by name. */
export const countriesIn = (language: string): readonly { readonly code: Country; readonly name: string }[] => {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const inOrder = new Intl.Collator(language)
  return countries
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((left, right) => inOrder.compare(left.name, right.name))
}
