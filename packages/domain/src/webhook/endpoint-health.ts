import { addSeconds, secondsBetween, type Timestamp } from '../calendar/timestamp.ts'

/** The health of a webhook endpoint, measured in real time and not by the billing clock. */
export interface EndpointHealth {
  /** Failed delivery attempts since the last successful one. */
  readonly failures: number
  /** When the first of these `failures` happened; null if there is none. */
  readonly failingSince: Timestamp | null
  /** When the next probe (a single delivery) is sent; null while all deliveries are sent. */
  readonly probeAt: Timestamp | null
}

/** An endpoint without a failed delivery. */
export const healthyEndpoint: EndpointHealth = { failures: 0, failingSince: null, probeAt: null }

/** After this many failures in a row, of any deliveries, the endpoint gets only single deliveries as probes. */
const failuresBeforeProbes = 5
const day = 86_400

/** The health of an endpoint after one more delivery succeeded or failed. `chance` is a random number from 0 to 1. */
export const healthAfter = (
  health: EndpointHealth,
  { arrived, at, chance }: { readonly arrived: boolean; readonly at: Timestamp; readonly chance: number },
): EndpointHealth => {
  if (arrived) return healthyEndpoint
  // This delivery was already in flight when the server began to send probes, so its failure does not count.
  if (health.probeAt !== null && at < health.probeAt) return health
  const failures = health.failures + 1
  return {
    failures,
    failingSince: health.failingSince ?? at,
    probeAt:
      failures < failuresBeforeProbes
        ? null
        : addSeconds(at, probeAfterSeconds(failures - failuresBeforeProbes, chance)),
  }
}

/** Whether an endpoint has failed for so long (5 days) that we disable it. */
export const hasFailedTooLong = ({ failingSince }: EndpointHealth, at: Timestamp): boolean =>
  failingSince !== null && secondsBetween(failingSince, at) >= 5 * day

/** The days of failure after which the merchant gets a warning. */
const warnedAfter = [4, 1] as const

/** The latest warning day that a failing endpoint has reached; 0 if none. */
export const dayOfWarning = ({ failingSince }: EndpointHealth, at: Timestamp): number =>
  (failingSince !== null && warnedAfter.find((days) => secondsBetween(failingSince, at) >= days * day)) || 0

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
export interface FailedDeliveryTry {
  /** The number of tries so far, this one included. */
  readonly tries: number
  readonly at: Timestamp
  /** A random number from 0 to 1. It varies the wait by up to a tenth, so that deliveries that failed together are retried apart. */
  readonly chance: number
  /** The delay from the receiver's `Retry-After` header. */
  readonly retryAfterSeconds?: number | undefined
}

/** When to retry a delivery; null after its last try. A receiver can delay the retry by a day at most. */
export const nextTryAt = ({ tries, at, chance, retryAfterSeconds = 0 }: FailedDeliveryTry): Timestamp | null => {
  const seconds = waitsSeconds[tries]
  if (seconds === undefined) return null
  return addSeconds(at, Math.max(varyByChance(seconds, chance), Math.min(retryAfterSeconds, 24 * hour)))
}

/**
 * Seconds until the next probe of an endpoint after `probesFailed` failed probes. The waits are those of deliveries, but at most five
 * hours, so that the merchant gets each warning in time.
 */
const probeAfterSeconds = (probesFailed: number, chance: number): number =>
  varyByChance(Math.min(waitsSeconds[probesFailed + 1] ?? Infinity, 5 * hour), chance)

const varyByChance = (seconds: number, chance: number): number => seconds * (0.9 + 0.2 * chance)
