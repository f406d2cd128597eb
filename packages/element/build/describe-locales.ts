import { readFileSync } from 'node:fs'
import { directionOf, locales } from '@billing-checkout/domain/locales'

const english = new Intl.DisplayNames('en', { type: 'language' })

const wordsOf = (locale: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`../src/messages/checkout/${locale}.json`, import.meta.url), 'utf8')) as Readonly<
    Record<string, string>
  >

/** The list of languages as it stands in the element's README: its own name of each, and the button if it obliges to pay. */
export const describeLocales = (): string => {
  const items = locales.toSorted().map((locale) => {
    const own = new Intl.DisplayNames(locale, { type: 'language' }).of(locale)
    const button = wordsOf(locale)['button.obliged']
    return `- \`${locale}\`: ${english.of(locale)}, ${own}${directionOf(locale) === 'rtl' ? ' (right to left)' : ''}: _${button}_`
  })
  return items.join('\n')
}
