import { secondsAfter, secondsBetween, type Timestamp } from '@billing-checkout/domain'

/** When due work is retried after `count` failures in a row: 5, 10, 20 … minutes later, at most a day. */
export const triedAgainAt = (now: Timestamp, count: number): Timestamp =>
  minutesAfter(now, Math.min(5 * 2 ** (count - 1), 1440))

/** The number of tries by {@link triedAgainAt} that take a month. */
export const triesInAMonth = 38

/**
 * When due work is retried after `count` failures that the database caused: ten seconds later for the first three, because the work
 * itself is probably fine. After that the work may be the cause, so it backs off like any other failed work.
 */
export const triedAgainSoonAt = (now: Timestamp, count: number): Timestamp =>
  count <= 3 ? secondsAfter(now, 10) : triedAgainAt(now, count - 3)

/** The message of an error, as the database stores it and the operator sees it. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Seconds until the worker queries a processor again that gave no outcome `tries` times: 5, 10, 20 …, at most four hours. */
export const askedAgainSeconds = (tries: number): number => Math.min(5 * 2 ** Math.min(tries, 12), 4 * 3600)

/**
 * When work that waits for a pending payment is retried: after five minutes or an eighth of the payment's age, whichever is longer, and
 * at most a day. A payment that stays pending for weeks therefore takes few tries.
 */
export const retryWhilePending = (now: Timestamp, { createdAt }: { readonly createdAt: Timestamp }): Timestamp =>
  secondsAfter(now, Math.min(Math.max(Math.floor(secondsBetween(createdAt, now) / 8), 300), 86_400))

/** A timestamp some minutes later. */
export const minutesAfter = (at: Timestamp, minutes: number): Timestamp => secondsAfter(at, minutes * 60)
