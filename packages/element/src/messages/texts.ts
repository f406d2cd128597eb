import type { Catalogue, MessageKey } from './checkout-catalogue.ts'
import type { MessageValues } from './compiled-message.ts'
import { directionOf } from '@billing-checkout/domain/locales'
import type { FormatMessage } from './message-formatter.ts'

/** The messages of one locale, ready to use. */
export interface Texts {
  /** The BCP 47 tag, for `lang` attributes. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  /** The separator between two sentences; empty in Chinese and Japanese, whose full stop includes a space. */
  readonly blank: '' | ' '
  /** Returns a message as one string. */
  readonly say: (key: MessageKey, values?: MessageValues) => string
  /** Returns a message with tags as a list of strings and results of the tag functions, in order. */
  readonly pieces: (key: MessageKey, values: MessageValues) => readonly unknown[]
}

/** The texts of a catalogue in `locale`. A missing message is empty; without `format`, a message with placeholders is empty, too. */
export const textsOf = (catalogue: Partial<Catalogue>, locale: string, format: FormatMessage = () => []): Texts => {
  const pieces = (key: MessageKey, values: MessageValues = {}) => {
    const message = catalogue[key] ?? ''
    return typeof message === 'string' ? [message] : format(message, values)
  }
  const blank = /^(ja|zh)/.test(locale) ? '' : ' '
  return { locale, direction: directionOf(locale), blank, pieces, say: (key, values) => pieces(key, values).join('') }
}
