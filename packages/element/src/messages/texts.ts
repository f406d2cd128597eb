import type { Catalogue, MessageKey } from './checkout-catalogue.ts'
import type { MessageValues } from './compiled-message.ts'
import { directionOf } from '@billing-checkout/domain/locales'
import type { FormatMessage } from './message-formatter.ts'

/** The messages of one locale, ready to be said. */
export interface Texts {
  /** BCP 47 tag, for `lang`. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  /** What stands between two sentences: nothing in Chinese and Japanese, whose full stop is as wide as a letter. */
  readonly blank: '' | ' '
  /** A message as one string. */
  readonly say: (key: MessageKey, values?: MessageValues) => string
  /** A message with tags as a list of pieces in order: strings and what the tag functions made. */
  readonly pieces: (key: MessageKey, values: MessageValues) => readonly unknown[]
}

/** A catalogue as texts in `locale`. A message it lacks is said as nothing, and without `format` so is one with places. */
export const textsOf = (catalogue: Partial<Catalogue>, locale: string, format: FormatMessage = () => []): Texts => {
  const pieces = (key: MessageKey, values: MessageValues = {}) => {
    const message = catalogue[key] ?? ''
    return typeof message === 'string' ? [message] : format(message, values)
  }
  const blank = /^(ja|zh)/.test(locale) ? '' : ' '
  return { locale, direction: directionOf(locale), blank, pieces, say: (key, values) => pieces(key, values).join('') }
}
