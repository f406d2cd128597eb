/** Throws what is wrong, a sentence each, if anything is. */
export const throwViolations = (violations: readonly string[]): void => {
  if (violations.length > 0) throw new Error(violations.join('\n'))
}
