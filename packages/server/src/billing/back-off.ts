import { secondsAfter, secondsBetween, type Timestamp } from '@billing-checkout/domain'

/** When due work is tried again after `count` failures in a row: 5, 10, 20 … minutes later, at most a day. */
export const triedAgainAt = (now: Timestamp, count: number): Timestamp =>
  minutesAfter(now, Math.min(5 * 2 ** (count - 1), 1440))

/**
 * When due work is tried again after `count` failures for which the database is to blame: soon, because nothing is wrong with the
 * work. After three of them the work may be what breaks the database, and waits like any other.
 */
export const triedAgainSoonAt = (now: Timestamp, count: number): Timestamp =>
  count <= 3 ? secondsAfter(now, 10) : triedAgainAt(now, count - 3)

/** The part of an error that is stored and shown. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Seconds until a processor that gave no outcome `askedCount` times is asked again: 5, 10, 20 …, at most four hours. */
export const askedAgainSeconds = (askedCount: number): number => Math.min(5 * 2 ** Math.min(askedCount, 12), 4 * 3600)

/**
 * When work that waits for a pending payment is tried again: after five minutes, or an eighth of the time for which the payment has been
 * pending, at most a day. So weeks without an outcome take few tries.
 */
export const retryWhilePending = (now: Timestamp, { createdAt }: { readonly createdAt: Timestamp }): Timestamp =>
  secondsAfter(now, Math.min(Math.max(Math.floor(secondsBetween(createdAt, now) / 8), 300), 86_400))

/** A timestamp some minutes later. */
export const minutesAfter = (at: Timestamp, minutes: number): Timestamp => secondsAfter(at, minutes * 60)
