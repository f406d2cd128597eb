import { addSeconds, secondsBetween, type Timestamp } from '@billing-checkout/domain'

/** When to retry due work after `count` failures in a row: 5, 10, 20 … minutes later, at most `minutesMax`, by default a day. */
export const retryAt = (now: Timestamp, count: number, minutesMax = 1440): Timestamp =>
  minutesAfter(now, Math.min(5 * 2 ** (count - 1), minutesMax))

/** The number of tries that {@link retryAt} spreads over a month. */
export const triesInAMonth = 38

/**
 * When to retry due work after `count` failures that the database caused. The first three waits are ten seconds, because the work itself is
 * probably fine. After that the work may be the cause, so the waits grow as in {@link retryAt}.
 */
export const retrySoonAt = (now: Timestamp, count: number, minutesMax?: number): Timestamp =>
  count <= 3 ? addSeconds(now, 10) : retryAt(now, count - 3, minutesMax)

/** The message of an error, as the database stores it and the operator sees it. */
export const errorMessageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Seconds until the worker queries a processor again: 5 if `tries` is 0, and twice as long for each further try, at most four hours. */
export const secondsUntilNextQuery = (tries: number): number => Math.min(5 * 2 ** Math.min(tries, 12), 4 * 3600)

/**
 * When to retry work that waits for a pending payment: after an eighth of the payment's age, at least five minutes, at most a day. A
 * payment that stays pending for weeks therefore causes few tries.
 */
export const retryWhilePendingAt = (now: Timestamp, { createdAt }: { readonly createdAt: Timestamp }): Timestamp =>
  addSeconds(now, Math.min(Math.max(Math.floor(secondsBetween(createdAt, now) / 8), 300), 86_400))

/** A timestamp some minutes later. */
export const minutesAfter = (at: Timestamp, minutes: number): Timestamp => addSeconds(at, minutes * 60)
