import type { Timestamp } from '@billing-checkout/domain'
import { minutesAfter } from '../back-off.ts'

/**
 * Days after which the worker gives up on money in flight. Money arrives within days, so only an operator can then find out what happened
 * to it.
 */
export const pendingDaysMax = 30

/** Thrown if the processor still says after {@link pendingDaysMax} that the money is in flight. */
export class StillPending extends Error {}

/** Days from an instant until now, with fractions. */
export const daysSince = (now: Timestamp, since: Timestamp): number =>
  (Date.parse(now) - Date.parse(since)) / 86_400_000

/** When to query the processor again about money in flight since an instant: hourly at first, then less often, at least once a day. */
export const nextPendingQueryAt = (now: Timestamp, since: Timestamp): Timestamp =>
  minutesAfter(now, Math.min(Math.max(daysSince(now, since), 1), 24) * 60)
