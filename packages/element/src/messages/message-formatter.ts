import { directionOf } from '@billing-checkout/domain/locales'
import type { MessageOptions, MessagePiece, MessageValues } from './compiled-message.ts'

/** Formats a message to a list of strings and results of tag functions, in order. Throws if the function of a tag is missing. */
export type FormatMessage = (message: readonly MessagePiece[], values: MessageValues) => readonly unknown[]

// Numbers that formatjs's AST uses for types of elements.
const [argument, select, plural, pound] = [1, 5, 6, 7]

/**
 * Formats messages by the rules of `locale`, with the same results as intl-messageformat; tests compare the two in every locale. In
 * right-to-left text, each value gets isolation marks, because a Latin name or an amount would move the punctuation next to it.
 */
export const createMessageFormatter = (locale: string): FormatMessage => {
  const isFromRight = directionOf(locale) === 'rtl'
  // Created only if a message needs them, because creating the first formatter takes a phone tens of milliseconds.
  let numbers: Intl.NumberFormat | undefined
  let plurals: Intl.PluralRules | undefined
  const format = (pieces: readonly MessagePiece[], values: MessageValues, count?: unknown): readonly unknown[] =>
    pieces.flatMap((piece) => {
      if (typeof piece === 'string') return piece
      const [type, name = '', inner] = piece
      const value = values[name]
      if (type === pound) return (numbers ??= new Intl.NumberFormat(locale)).format(count as number)
      if (type === argument) return isFromRight && typeof value !== 'object' ? `\u2068${value as string}\u2069` : value
      if (type === select || type === plural) return format(choose(inner as MessageOptions, value, type), values, value)
      return (value as (inner: readonly unknown[]) => unknown)(format(inner as readonly MessagePiece[], values, count))
    })
  const choose = (options: MessageOptions, value: unknown, type: number): readonly MessagePiece[] =>
    (type === select
      ? options[value as string]
      : (options[`=${value}`] ?? options[(plurals ??= new Intl.PluralRules(locale)).select(value as number)])) ??
    options['other'] ??
    []
  return (message, values) => joinTexts(format(message, values))
}

/** Joins adjacent strings, because browsers apply kerning and ligatures only within one text node. */
const joinTexts = (pieces: readonly unknown[]): readonly unknown[] =>
  pieces.reduce<unknown[]>((joined, piece) => {
    const last = joined.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') joined[joined.length - 1] = last + piece
    else joined.push(piece)
    return joined
  }, [])
