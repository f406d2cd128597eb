import { secondsAfter } from '../calendar/seconds-after.ts'
import type { Timestamp } from '../calendar/timestamp.ts'

const minute = 60
const hour = 3600

/** Seconds to wait before each try; the first is sent at once. */
const waitsSeconds = [
  0,
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

/** A failed try of a delivery. */
export interface FailedTry {
  /** The number of tries so far, this one included. */
  readonly tries: number
  readonly at: Timestamp
  /** A random number from 0 to 1. It varies the wait by up to a tenth, so that deliveries that failed together are retried apart. */
  readonly chance: number
  /** The delay from the receiver's `Retry-After` header. */
  readonly retryAfterSeconds?: number | undefined
}

/** When to retry a delivery; null after its last try. A receiver can delay the retry by a day at most. */
export const nextTryAt = ({ tries, at, chance, retryAfterSeconds = 0 }: FailedTry): Timestamp | null => {
  const seconds = waitsSeconds[tries]
  if (seconds === undefined) return null
  return secondsAfter(at, Math.max(spread(seconds, chance), Math.min(retryAfterSeconds, 24 * hour)))
}

/**
 * Seconds until the next probe of an endpoint after `probesFailed` failed probes. The waits are those of deliveries, but at most five
 * hours, so that the merchant gets each warning in time.
 */
export const probeAfterSeconds = (probesFailed: number, chance: number): number =>
  spread(Math.min(waitsSeconds[probesFailed + 1] ?? Infinity, 5 * hour), chance)

const spread = (seconds: number, chance: number): number => seconds * (0.9 + 0.2 * chance)
