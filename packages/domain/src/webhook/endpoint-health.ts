import { secondsAfter } from '../calendar/seconds-after.ts'
import { secondsBetween } from '../calendar/seconds-between.ts'
import type { Timestamp } from '../calendar/timestamp.ts'
import { probeAfterSeconds } from './next-try.ts'

/** How an endpoint is doing, by the wall clock. */
export interface EndpointHealth {
  /** Failed tries since the last that succeeded. */
  readonly failures: number
  /** When the first of these failed. */
  readonly failingSince: Timestamp | null
  /** When a single delivery is tried; null while all are. */
  readonly probeAt: Timestamp | null
}

/** An endpoint without a failed delivery. */
export const healthy: EndpointHealth = { failures: 0, failingSince: null, probeAt: null }

/** After so many failures in a row, of whatever deliveries, the endpoint gets only a probe now and then. */
const failuresBeforeProbes = 5
const day = 86_400

/** How an endpoint is doing after one more delivery arrived or did not. `chance` is from 0 to 1. */
export const healthAfter = (
  health: EndpointHealth,
  { arrived, at, chance }: { readonly arrived: boolean; readonly at: Timestamp; readonly chance: number },
): EndpointHealth => {
  if (arrived) return healthy
  // It was in flight when the others failed.
  if (health.probeAt !== null && at < health.probeAt) return health
  const failures = health.failures + 1
  return {
    failures,
    failingSince: health.failingSince ?? at,
    probeAt:
      failures < failuresBeforeProbes
        ? null
        : secondsAfter(at, probeAfterSeconds(failures - failuresBeforeProbes, chance)),
  }
}

/** Whether an endpoint has failed for so long that it is disabled. */
export const isGivenUp = ({ failingSince }: EndpointHealth, at: Timestamp): boolean =>
  failingSince !== null && secondsBetween(failingSince, at) >= 5 * day

/** After these days of failing, the merchant gets a warning. */
const warnedAfter = [4, 1] as const

/** The latest of those days that an endpoint's failing has reached; 0: none. */
export const dayOfWarning = ({ failingSince }: EndpointHealth, at: Timestamp): number =>
  (failingSince !== null && warnedAfter.find((days) => secondsBetween(failingSince, at) >= days * day)) || 0
