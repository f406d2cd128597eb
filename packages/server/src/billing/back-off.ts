import type { Timestamp } from '@billing-checkout/domain'

/** When due work is tried again that could not be done so many times: after 5, 10, 20 … minutes, at most a day. */
export const triedAgainAt = (now: Timestamp, count: number): Timestamp =>
  minutesAfter(now, Math.min(5 * 2 ** (count - 1), 1440))

/** What is kept and shown of an error. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A timestamp some minutes later. */
export const minutesAfter = (at: Timestamp, minutes: number): Timestamp =>
  new Date(Date.parse(at) + minutes * 60_000).toISOString()
