import { directionOf, type Locale, localeFor } from '@billing-checkout/domain'

/** The language of a text of ours. */
export interface WrittenLanguage {
  /** The locale of its messages: of those we speak, the closest to the reader's, as the checkout chooses it. */
  readonly locale: Locale
  /** BCP 47 tag of the words, with the reader's own region if they have one; amounts and dates are written by it. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

/** The language in which we write to a reader of a canonical BCP 47 tag. */
export const writtenLanguage = (tag: string): WrittenLanguage => {
  const locale = localeFor(tag)
  return { locale, lang: languageOf(tag) === languageOf(locale) ? tag : locale, dir: directionOf(locale) }
}

const languageOf = (tag: string): string => new Intl.Locale(tag).language
