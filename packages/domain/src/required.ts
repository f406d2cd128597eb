/**
 * Returns a value that must exist by our own rules, such as a referenced row, or a member that every such object has. If the value is
 * missing, throws an error that names the value and the object that lacks it.
 */
export const required = <Value>(value: Value | null | undefined, what: string, id: string | number = ''): Value => {
  if (value === null || value === undefined) throw new TypeError(`Missing, though it must exist: ${what} ${id}`.trim())
  return value
}
