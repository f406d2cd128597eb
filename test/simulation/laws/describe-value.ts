/** A value as text for the report of a broken law, with times as dates. */
export const describeValue = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'number' && each > 1e12 ? new Date(each).toISOString() : each,
  )
