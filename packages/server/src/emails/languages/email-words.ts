import type { Locale } from '@billing-checkout/domain'
import { IntlMessageFormat } from 'intl-messageformat'
import { type WrittenLanguage, writtenLanguage } from '../../presenters/languages/written-language.ts'
import { type EmailMessageKey, emailMessages } from './email-messages.ts'

/** A piece of a sentence: words, the value of a placeholder, or a link. */
export type PhrasePart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'place'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly url: string }

/** A sentence of an email. The values of placeholders are isolated from the direction of the surrounding words. */
export type Phrase = readonly PhrasePart[]

/** The words of an email, and the language of its document. */
export interface EmailWords extends Pick<WrittenLanguage, 'lang' | 'dir'> {
  /** Formats a message. A `<link>` in the message leads to `url`. */
  readonly say: (key: EmailMessageKey, places?: PlaceholderValues, url?: string) => Phrase
  /** Formats a message as plain text, for subjects and labels. */
  readonly write: (key: EmailMessageKey, places?: PlaceholderValues) => string
}

/** The values of a message's placeholders. */
export type PlaceholderValues = Readonly<Record<string, string | number>>

/** Returns the words of emails for a reader with a canonical BCP 47 tag, in the closest supported locale, chosen as in the checkout. */
export const emailWordsIn = (tag: string): EmailWords => {
  const { locale, lang, dir } = writtenLanguage(tag)
  return {
    lang,
    dir,
    say: (key, places = {}, url) => {
      const values = {
        ...placesOf(locale, key, places),
        link: (chunks: unknown[]) => new Link(chunks.map(textOf).join(''), url),
      }
      return formatOf(locale, key)
        .formatToParts<string | number | Place | Link>(values)
        .map(({ value }) => partOf(value))
    },
    write: (key, places = {}) => String(formatOf(locale, key).format(places)),
  }
}

/** The value of a placeholder. It is an object, so that the formatter keeps it separate from the words. */
class Place {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

class Link {
  readonly text: string
  readonly url: string | undefined

  constructor(text: string, url: string | undefined) {
    this.text = text
    this.url = url
  }
}

const textOf = (value: unknown): string => (value instanceof Place ? value.text : String(value))

const partOf = (value: unknown): PhrasePart => {
  if (value instanceof Place) return { kind: 'place', text: value.text }
  if (value instanceof Link)
    return value.url === undefined
      ? { kind: 'words', text: value.text }
      : { kind: 'link', text: value.text, url: value.url }
  return { kind: 'words', text: String(value) }
}

/**
 * Wraps texts, so that they are isolated from the direction of the surrounding words. A message that selects by a value needs the unwrapped
 * value, so its values are not wrapped.
 */
const placesOf = (
  locale: Locale,
  key: EmailMessageKey,
  places: PlaceholderValues,
): Record<string, string | number | Place> =>
  emailMessages[locale][key].includes(', select,')
    ? places
    : Object.fromEntries(
        Object.entries(places).map(([name, value]) => [name, typeof value === 'string' ? new Place(value) : value]),
      )

const formats = new Map<string, IntlMessageFormat>()

/** Cached, because parsing a message takes longer than formatting it. The numbers of messages and locales limit the cache. */
const formatOf = (locale: Locale, key: EmailMessageKey): IntlMessageFormat => {
  const name = `${locale} ${key}`
  const known = formats.get(name)
  if (known !== undefined) return known
  const format = new IntlMessageFormat(emailMessages[locale][key], locale)
  formats.set(name, format)
  return format
}
