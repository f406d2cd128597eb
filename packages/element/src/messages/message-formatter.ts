import type { MessageOptions, MessagePiece, MessageValues } from './compiled-message.ts'

/** A message with its places filled: strings and what the tag functions made, in order. Throws when a tag's function is missing. */
export type FormatMessage = (message: readonly MessagePiece[], values: MessageValues) => readonly unknown[]

// As formatjs numbers the elements of its AST.
const [argument, select, plural, pound] = [1, 5, 6, 7]

/** Formats messages by the rules of `locale`, as intl-messageformat does; tests hold it to that in every locale. */
export const formatterIn = (locale: string): FormatMessage => {
  const format = (pieces: readonly MessagePiece[], values: MessageValues, count?: unknown): readonly unknown[] =>
    pieces.flatMap((piece) => {
      if (typeof piece === 'string') return piece
      const [type, name = '', inner] = piece
      const value = values[name]
      if (type === pound) return new Intl.NumberFormat(locale).format(count as number)
      if (type === argument) return value
      if (type === select || type === plural) return format(choose(inner as MessageOptions, value, type), values, value)
      return (value as (inner: readonly unknown[]) => unknown)(format(inner as readonly MessagePiece[], values, count))
    })
  const choose = (options: MessageOptions, value: unknown, type: number): readonly MessagePiece[] =>
    (type === select
      ? options[value as string]
      : (options[`=${value}`] ?? options[new Intl.PluralRules(locale).select(value as number)])) ??
    options['other'] ??
    []
  return format
}
