/** A message in the form that the build ships: plain text, or pieces for the formatter. */
export type CompiledMessage = string | readonly MessagePiece[]

/**
 * One element of formatjs's AST: a text, or a tuple of type and value (for a tag also its children, for a plural or select its options).
 * Objects would repeat their member names a hundred times in a catalogue.
 */
export type MessagePiece =
  | string
  | readonly [type: number, value?: string, inner?: readonly MessagePiece[] | MessageOptions]

/** The options of a plural or select. */
export type MessageOptions = Readonly<Record<string, readonly MessagePiece[]>>

/**
 * The values for a message's placeholders: text or a count; for a tag, a function of the text inside the tag. A value may be missing if the
 * message does not use it, or if the message has different words for that case.
 */
export type MessageValues = Readonly<
  Record<string, string | number | object | null | undefined | ((inner: readonly unknown[]) => unknown)>
>
