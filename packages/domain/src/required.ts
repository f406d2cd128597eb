/**
 * A value that our own rules promise to be there: a row that another names, a member that its kind always has. Throws an error
 * that says what is missing, and whose, when the promise is broken.
 */
export const required = <Value>(value: Value | null | undefined, what: string, id: string | number = ''): Value => {
  if (value === null || value === undefined) throw new TypeError(`Missing, though it must exist: ${what} ${id}`.trim())
  return value
}
