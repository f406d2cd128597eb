import { currencyOfCountry } from '@billing-checkout/domain'

type CountryCode = Parameters<typeof currencyOfCountry>[0]

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Every country that has a currency, by its two-letter code. */
export const countries: readonly CountryCode[] = letters
  .flatMap((first) => letters.map((second) => `${first}${second}` as CountryCode))
  .filter((code) => currencyOfCountry(code) !== undefined)

/** The countries with their names in a language, sorted by name. */
export const countriesIn = (language: string): readonly (readonly [code: string, name: string])[] => {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const { compare } = new Intl.Collator(language)
  return countries
    .map((code) => [code, names.of(code) ?? code] as const)
    .toSorted(([, one], [, other]) => compare(one, other))
}
