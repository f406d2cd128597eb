/** A check of a value that also narrows its type. */
export type Guard<Value> = (value: unknown) => value is Value

/** For each type of message, a guard for each of its members. The message types and the checks are derived from these guards. */
export type MessageShapes = Readonly<Record<string, Readonly<Record<string, Guard<never> | Guard<unknown>>>>>

/** The union of the messages that `Shapes` describes. */
export type MessageOf<Shapes extends MessageShapes> = {
  [Type in keyof Shapes]: { readonly type: Type } & {
    readonly [Member in keyof Shapes[Type]]: Shapes[Type][Member] extends Guard<infer Value> ? Value : never
  }
}[keyof Shapes]

/** The message in `data`; null if its type is unknown, or if a member is missing, wrong or unexpected. */
export const readMessage = <Shapes extends MessageShapes>(shapes: Shapes, data: unknown): MessageOf<Shapes> | null => {
  if (typeof data !== 'object' || data === null) return null
  const message = data as Readonly<Record<string, unknown>>
  const { type } = message
  if (typeof type !== 'string' || !Object.hasOwn(shapes, type)) return null
  const members = Object.entries(shapes[type] ?? {})
  const isExact = Object.keys(message).length === members.length + 1
  return isExact && members.every(([member, accepts]) => accepts(message[member])) ? (data as MessageOf<Shapes>) : null
}

/** Accepts true and false. */
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

/** Accepts whole numbers from 0 to 10,000: request numbers and pixels. */
export const isSmallInteger = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 10_000

/** Accepts only the given values, which may include null. */
export const isOneOf =
  <Value extends string | number | null>(values: readonly Value[]) =>
  (value: unknown): value is Value =>
    (values as readonly unknown[]).includes(value)

/** Accepts strings that match `pattern`. Only a pattern with `^` and `$` checks the whole string. */
export const matchesPattern =
  (pattern: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && pattern.test(value)
