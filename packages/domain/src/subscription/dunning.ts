import { addInterval } from '../calendar/add-interval.ts'
import { secondsAfter } from '../calendar/seconds-after.ts'
import type { Timestamp } from '../calendar/timestamp.ts'

/** The state of a subscription's dunning after a decline. */
export interface DunningState {
  /** Days after the first decline on which the charge is retried; the first entry stands for that decline itself. */
  readonly days: readonly number[]
  /** When the first decline happened. */
  readonly since: Timestamp
  /** Declines so far. */
  readonly attempts: number
  /** False if the issuer answered "do not try again". */
  readonly mayRetry: boolean
  readonly now: Timestamp
}

/** What follows a decline: a retry, waiting for the customer until the days are over, or cancellation. */
export type DunningStep =
  | { readonly kind: 'retry'; readonly at: Timestamp; readonly givesUpAt: Timestamp }
  | { readonly kind: 'wait'; readonly givesUpAt: Timestamp }
  | { readonly kind: 'cancel' }

/**
 * The step after a decline. If the day of a retry has passed already, because the server was down for days, the retry
 * is made a day from now. So a restart never charges a card several times at once.
 */
export const dunningStep = ({ days, since, attempts, mayRetry, now }: DunningState): DunningStep => {
  const day = days[attempts]
  const givesUpAt = addInterval(since, 'days', days.at(-1) ?? 0)
  if (day === undefined) return { kind: 'cancel' }
  if (!mayRetry) return givesUpAt > now ? { kind: 'wait', givesUpAt } : { kind: 'cancel' }
  const planned = addInterval(since, 'days', day)
  return { kind: 'retry', at: planned > now ? planned : addInterval(now, 'days', 1), givesUpAt }
}

/**
 * When to retry a charge that failed for a technical reason, without counting a decline: after 1, 6 and 24 hours.
 * `undefined` after the third such failure in a row: the fourth counts like a decline.
 */
export const retryAfterFailure = (failuresBefore: number, now: Timestamp): Timestamp | undefined => {
  const hours = uncountedHours[failuresBefore]
  return hours === undefined ? undefined : secondsAfter(now, hours * 3600)
}
const uncountedHours = [1, 6, 24]

/**
 * When to ask the customer of a subscription without a payment method for one again. We first ask when the charge falls
 * due, then 3 and 7 days later. Null if that was the last time, or if the subscription ends before. Days that passed
 * while the server was down are skipped.
 */
export const nextMethodRequestAt = (since: Timestamp, now: Timestamp, givesUpAt: Timestamp): Timestamp | null =>
  askingDays.map((day) => addInterval(since, 'days', day)).find((at) => at > now && at < givesUpAt) ?? null

const askingDays = [3, 7]
