import type { Timestamp } from './timestamp.ts'

/** The timestamp `seconds` after `at`; a negative number counts back. */
export const secondsAfter = (at: Timestamp, seconds: number): Timestamp =>
  new Date(Date.parse(at) + seconds * 1000).toISOString()
