import { directionOf, type Locale, localeFor } from '@billing-checkout/domain'

/** The language in which one of our texts is written. */
export interface WrittenLanguage {
  /** The supported locale of the messages that is closest to the reader's, chosen as in the checkout. */
  readonly locale: Locale
  /** The BCP 47 tag of the text, with the reader's own region if they have one; it formats amounts and dates. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

/** Chooses the language of a text for a reader with a canonical BCP 47 tag. */
export const writtenLanguage = (tag: string): WrittenLanguage => {
  const locale = localeFor(tag)
  return { locale, lang: languageOf(tag) === languageOf(locale) ? tag : locale, dir: directionOf(locale) }
}

const languageOf = (tag: string): string => new Intl.Locale(tag).language
