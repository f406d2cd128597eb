import { directionOf, locales } from '@billing-checkout/domain/locales'

const english = new Intl.DisplayNames('en', { type: 'language' })

/** The list of languages in the element's README: the tag and the English name of each. */
export const describeLocales = (): string => {
  const names = locales
    .toSorted()
    .map((locale) => `\`${locale}\` ${english.of(locale)}${directionOf(locale) === 'rtl' ? ' (right to left)' : ''}`)
  return names
    .map((name, place) => name + (place % 6 === 5 ? ',\n' : ', '))
    .join('')
    .replace(/,\s*$/, '')
}
