import { secondsAfter } from '../calendar/seconds-after.ts'
import type { Timestamp } from '../calendar/timestamp.ts'

const minute = 60
const hour = 3600

/** Seconds to wait before each try, the first one included. */
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

/** A failed try, at which many deliveries may have failed together. */
export interface FailedTry {
  /** How many tries there have been, this one included. */
  readonly tries: number
  readonly at: Timestamp
  /** From 0 to 1: spreads the next tries of deliveries that failed together by a tenth in each direction. */
  readonly chance: number
  /** How long the receiver asked to be left alone. */
  readonly retryAfterSeconds?: number | undefined
}

/** When a delivery is tried again; null after its last try. A receiver may put it off for a day at most. */
export const nextTryAt = ({ tries, at, chance, retryAfterSeconds = 0 }: FailedTry): Timestamp | null => {
  const seconds = waitsSeconds[tries]
  if (seconds === undefined) return null
  return secondsAfter(at, Math.max(spread(seconds, chance), Math.min(retryAfterSeconds, 24 * hour)))
}

/**
 * Seconds until the next probe of an endpoint whose probes failed so many times: the same schedule, but every five hours at
 * least, so that the merchant gets each warning in time.
 */
export const probeAfterSeconds = (probesFailed: number, chance: number): number =>
  spread(Math.min(waitsSeconds[probesFailed + 1] ?? Infinity, 5 * hour), chance)

const spread = (seconds: number, chance: number): number => seconds * (0.9 + 0.2 * chance)
