import type { Timestamp } from './timestamp.ts'

/** The first instant, in UTC, of the month that lies `months` after the month of `time`; a negative number counts back. */
export const monthAfter = (time: Timestamp, months: number): Timestamp => {
  const at = new Date(time)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)).toISOString()
}
