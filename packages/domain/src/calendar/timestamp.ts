/**
 * An instant as text, `YYYY-MM-DDTHH:mm:ss.sssZ`, in the years 0001 to 9999. Timestamps can be compared as strings, because text order is
 * time order.
 */
export type Timestamp = string

/** The first instant a timestamp can name. */
export const timestampMin: Timestamp = '0001-01-01T00:00:00.000Z'

/** The last instant a timestamp can name. */
export const timestampMax: Timestamp = '9999-12-31T23:59:59.999Z'
