/** A message as the build ships it: plain text, or pieces for the formatter. */
export type CompiledMessage = string | readonly MessagePiece[]

/**
 * One element of formatjs's AST as a tuple, because member names would be repeated a hundred times in a catalogue: a
 * text, or type and value, for a tag with its children, for a plural or select with its options.
 */
export type MessagePiece =
  | string
  | readonly [type: number, value?: string, inner?: readonly MessagePiece[] | MessageOptions]

/** The options of a plural or select. */
export type MessageOptions = Readonly<Record<string, readonly MessagePiece[]>>

/**
 * The values for a message's placeholders: text, a count, or for a tag a function of the text inside it. A value may be
 * missing if the message does not use it, or has other words for that case.
 */
export type MessageValues = Readonly<
  Record<string, string | number | object | null | undefined | ((inner: readonly unknown[]) => unknown)>
>
