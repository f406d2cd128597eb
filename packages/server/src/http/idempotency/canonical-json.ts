/** JSON text with sorted members, so that equal values have equal text whatever the order of their members. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortMembers) ?? 'null'

const sortMembers = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
    : value
