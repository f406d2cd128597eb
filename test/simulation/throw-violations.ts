/** Throws the violations, a sentence each, if there are any. */
export const throwViolations = (violations: readonly string[]): void => {
  if (violations.length > 0) throw new Error(violations.join('\n'))
}
