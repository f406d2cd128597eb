import { IntlMessageFormat, PART_TYPE } from 'intl-messageformat'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import { type WrittenLanguage, writtenLanguage } from '../../presenters/languages/written-language.ts'
import { type PageMessageKey, pageMessages } from './page-messages.ts'

/** The words of a page for a shopper, and the language of its document. */
export interface PageWords extends Pick<WrittenLanguage, 'lang' | 'dir'> {
  /** A message as HTML. What goes into its places is HTML already; each is set apart from the direction of the words around it. */
  readonly say: (key: PageMessageKey, places?: Readonly<Record<string, string>>) => string
}

/**
 * The words of the pages in the locale we speak that is closest to a canonical BCP 47 tag, as the checkout chooses it. Preview `steps`,
 * refusals and reasons stay English.
 */
export const wordsIn = (tag: string): PageWords => {
  const { locale, lang, dir } = writtenLanguage(tag)
  return {
    lang,
    dir,
    say: (key, places = {}) =>
      new IntlMessageFormat(pageMessages[locale][key], locale)
        .formatToParts<Place>(placesOf(places))
        .map((part) => (part.type === PART_TYPE.literal ? escapeHtml(part.value) : `<bdi>${part.value.html}</bdi>`))
        .join(''),
  }
}

/** An object, so that the formatter keeps it apart from the words. */
interface Place {
  readonly html: string
}

const placesOf = (places: Readonly<Record<string, string>>): Record<string, Place> =>
  Object.fromEntries(Object.entries(places).map(([name, html]) => [name, { html }]))
