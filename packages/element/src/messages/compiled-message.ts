/**
 * A message as the build leaves it. intl-messageformat would be 2.6 kB of a budget of 20 for what a dozen lines do with
 * a tree this small; the ICU syntax is still parsed by formatjs, at build time.
 */
export type CompiledMessage = string | readonly MessagePiece[]

/**
 * One piece of a message: text with `{name}` for each argument; 0 for the count of the plural around it;
 * `[name, pieces]` for a tag; `[name, choices]` for a plural or select.
 */
export type MessagePiece = string | 0 | readonly [name: string, inner: readonly MessagePiece[] | MessageChoices]

/** What a plural or select chooses from. */
export type MessageChoices = Readonly<Record<string, readonly MessagePiece[]>>

/** What stands in a message's places: text, a count, or for a tag what to make of the text inside it. */
export type MessageValues = Readonly<Record<string, string | number | ((inner: readonly unknown[]) => unknown)>>

/** A message with its places filled, as a list of strings and of what the tag functions made. */
export const fillMessage = (message: CompiledMessage, values: MessageValues, locale: string): readonly unknown[] => {
  const fill = (pieces: readonly MessagePiece[], count: number): readonly unknown[] =>
    pieces.flatMap((piece) => {
      if (typeof piece === 'string') return piece.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
      if (piece === 0) return new Intl.NumberFormat(locale).format(count)
      const [name, inner] = piece
      const value = values[name] ?? ''
      if (isPieces(inner)) return typeof value === 'function' ? value(fill(inner, count)) : fill(inner, count)
      const chosen = inner[choiceOf(value, inner, locale)] ?? inner['other'] ?? []
      return fill(chosen, typeof value === 'number' ? value : count)
    })
  return fill(typeof message === 'string' ? [message] : message, 0)
}

const isPieces = (inner: readonly MessagePiece[] | MessageChoices): inner is readonly MessagePiece[] =>
  Array.isArray(inner)

const choiceOf = (value: unknown, choices: MessageChoices, locale: string): string => {
  if (typeof value !== 'number') return String(value)
  const exact = `=${value}`
  return exact in choices ? exact : new Intl.PluralRules(locale).select(value)
}
