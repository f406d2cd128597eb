/** A message as the build leaves it: text to be said as it stands, or what the formatter fills in. */
export type CompiledMessage = string | readonly MessagePiece[]

/**
 * One element of formatjs's AST without the names of its members, which a catalogue would repeat a hundred times: text,
 * or the element's type and value, and for a tag its children, for a plural or select its options.
 */
export type MessagePiece =
  | string
  | readonly [type: number, value?: string, inner?: readonly MessagePiece[] | MessageOptions]

/** What a plural or select chooses from. */
export type MessageOptions = Readonly<Record<string, readonly MessagePiece[]>>

/**
 * What stands in a message's places: text, a count, or for a tag what to make of the text inside it. What is not known may be
 * left out where the message does not say it, or has other words for that.
 */
export type MessageValues = Readonly<
  Record<string, string | number | object | null | undefined | ((inner: readonly unknown[]) => unknown)>
>
