import type { Timestamp } from './timestamp.ts'

/** The first moment, in UTC, of the month that lies so many months after a time; before it if `months` is negative. */
export const monthAfter = (time: Timestamp, months: number): Timestamp => {
  const at = new Date(time)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)).toISOString()
}
