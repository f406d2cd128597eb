import { directionOf } from '@billing-checkout/domain/locales'
import type { MessageOptions, MessagePiece, MessageValues } from './compiled-message.ts'

/** A message with its places filled: strings and what the tag functions made, in order. Throws when a tag's function is missing. */
export type FormatMessage = (message: readonly MessagePiece[], values: MessageValues) => readonly unknown[]

// As formatjs numbers the elements of its AST.
const [argument, select, plural, pound] = [1, 5, 6, 7]

/**
 * Formats messages by the rules of `locale`, as intl-messageformat does; tests hold it to that in every locale. Where words
 * run from the right, each value is isolated: a Latin name or an amount would pull the punctuation beside it to its other end.
 */
export const formatterIn = (locale: string): FormatMessage => {
  const isFromRight = directionOf(locale) === 'rtl'
  // Made once, and only where there is something to count: the first of each costs a phone tens of milliseconds.
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

/** Neighbouring texts as one: letters are set beside each other only within one text node. */
const joinTexts = (pieces: readonly unknown[]): readonly unknown[] =>
  pieces.reduce<unknown[]>((joined, piece) => {
    const last = joined.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') joined[joined.length - 1] = last + piece
    else joined.push(piece)
    return joined
  }, [])
