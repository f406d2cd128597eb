/** Throws what is wrong, a sentence each, if anything is. */
export const throwFaults = (faults: readonly string[]): void => {
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
