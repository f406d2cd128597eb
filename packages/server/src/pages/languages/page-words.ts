import { IntlMessageFormat, PART_TYPE } from 'intl-messageformat'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import { type WrittenLanguage, writtenLanguage } from '../../presenters/languages/written-language.ts'
import { type PageMessageKey, pageMessages } from './page-messages.ts'

/** The messages of a shopper's page, and the language of its document. */
export interface PageWords extends Pick<WrittenLanguage, 'lang' | 'dir'> {
  /**
   * Formats a message as HTML. The values of its placeholders must already be HTML; each is isolated from the direction of the surrounding
   * words.
   */
  readonly say: (key: PageMessageKey, places?: Readonly<Record<string, string>>) => string
}

/**
 * Returns the page messages in the supported locale closest to a canonical BCP 47 tag, as the checkout chooses it. Texts of the API, such
 * as a preview's `steps`, refusals and reasons, stay English.
 */
export const pageWordsIn = (tag: string): PageWords => {
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

/** The value of a placeholder. It is an object, so that the formatter keeps it separate from the words. */
interface Place {
  readonly html: string
}

const placesOf = (places: Readonly<Record<string, string>>): Record<string, Place> =>
  Object.fromEntries(Object.entries(places).map(([name, html]) => [name, { html }]))
