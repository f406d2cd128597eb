import { directionOf, type Locale, localeFor } from '@billing-checkout/domain'

/** The language in which one of our texts is written. */
export interface WrittenLanguage {
  /** The supported locale of the messages that is closest to the reader's, chosen as in the checkout. */
  readonly locale: Locale
  /**
   * The BCP 47 tag of the text: the reader's own, with its region, if the text is in their language. Amounts and dates are formatted by
   * this tag.
   */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

/** Chooses the language of a text for a reader with a canonical BCP 47 tag. */
export const writtenLanguage = (tag: string): WrittenLanguage => {
  const locale = localeFor(tag)
  return { locale, lang: languageOf(tag) === languageOf(locale) ? tag : locale, dir: directionOf(locale) }
}

const languageOf = (tag: string): string => new Intl.Locale(tag).language
