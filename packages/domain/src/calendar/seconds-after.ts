import type { Timestamp } from './timestamp.ts'

/** A timestamp so many seconds later, or earlier if `seconds` is negative. */
export const secondsAfter = (at: Timestamp, seconds: number): Timestamp =>
  new Date(Date.parse(at) + seconds * 1000).toISOString()
