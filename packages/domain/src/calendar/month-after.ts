import type { Timestamp } from './timestamp.ts'

/** The first instant, in UTC, of the month `months` after that of a time; negative counts back. */
export const monthAfter = (time: Timestamp, months: number): Timestamp => {
  const at = new Date(time)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)).toISOString()
}
