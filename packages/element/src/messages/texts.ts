import { IntlMessageFormat } from 'intl-messageformat'
import type { Catalogue, MessageKey } from './checkout-catalogue.ts'
import { directionOf } from './locales.ts'

/** What stands in a message's places: text, a count, or for a `<tag>` what to make of the text inside it. */
export type MessageValues = Readonly<Record<string, string | number | ((inner: readonly unknown[]) => unknown)>>

/** The messages of one locale, ready to be said. */
export interface Texts {
  /** BCP 47 tag of the messages' language, for `lang`. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  /** A message as one string. */
  readonly say: (key: MessageKey, values?: MessageValues) => string
  /** A message with tags as a list of pieces in order: strings and what the tag functions made. */
  readonly pieces: (key: MessageKey, values: MessageValues) => readonly unknown[]
}

/** Prepares a catalogue for use; each message is prepared at its first use and kept. */
export const textsOf = (catalogue: Catalogue, locale: string): Texts => {
  const prepared = new Map<MessageKey, IntlMessageFormat>()
  const formatterOf = (key: MessageKey): IntlMessageFormat => {
    const formatter = prepared.get(key) ?? new IntlMessageFormat(catalogue[key], locale)
    prepared.set(key, formatter)
    return formatter
  }
  const pieces = (key: MessageKey, values: MessageValues = {}): readonly unknown[] => {
    const message = catalogue[key]
    // A message without arguments stays a plain string through the build.
    if (typeof message === 'string' && !/[{<]/.test(message)) return [message]
    return [formatterOf(key).format(values as Record<string, string>)].flat()
  }
  return {
    locale,
    direction: directionOf(locale),
    pieces,
    say: (key, values) => pieces(key, values).join(''),
  }
}
