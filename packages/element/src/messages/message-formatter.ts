import { IntlMessageFormat } from 'intl-messageformat'
import type { MessagePiece, MessageValues } from './compiled-message.ts'
import { expandMessage } from './expand-message.ts'

/** A message with its places filled: strings and what the tag functions made, in order. Throws when a value is missing. */
export type FormatMessage = (message: readonly MessagePiece[], values: MessageValues) => readonly unknown[]

/**
 * Formats messages by the rules of `locale`. A chunk of its own, asked for together with the catalogue: the words that
 * come before both have no places.
 */
export const formatterIn = (locale: string): FormatMessage => {
  const formats = new Map<readonly MessagePiece[], IntlMessageFormat>()
  const formatOf = (message: readonly MessagePiece[]): IntlMessageFormat => {
    const format = formats.get(message) ?? new IntlMessageFormat(expandMessage(message), locale)
    formats.set(message, format)
    return format
  }
  return (message, values) =>
    formatOf(message)
      .formatToParts<unknown>(values as never)
      .map(({ value }) => value)
}
