/** A value for whoever reads why a law was broken: moments as dates, ids left out. */
export const inWords = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'number' && each > 1e12 ? new Date(each).toISOString() : each,
  )
