import { addInterval, addSeconds, type Timestamp } from '../calendar/timestamp.ts'

/** The state of a subscription's dunning (retries of a declined renewal) after a decline. */
export interface DunningState {
  /** The schedule of retries, in days after the first decline. The first entry is the first decline itself. */
  readonly days: readonly number[]
  /** When the first decline happened. */
  readonly since: Timestamp
  /** Declines so far. */
  readonly attempts: number
  /** False if the issuer answered that the charge must not be retried. */
  readonly mayRetry: boolean
  readonly now: Timestamp
}

/** The next step after a decline: retry the charge, wait for the customer until the schedule ends, or cancel. */
export type DunningStep =
  | { readonly kind: 'retry'; readonly at: Timestamp; readonly givesUpAt: Timestamp }
  | { readonly kind: 'wait'; readonly givesUpAt: Timestamp }
  | { readonly kind: 'cancel' }

/**
 * The next step after a decline. If the day of a retry has already passed, because the server was down for days, the retry is made a day
 * from now. So a restart never charges a card several times at once.
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
 * When to retry a charge that failed for a technical reason. The first three such failures in a row do not count as declines and are
 * retried after 1, 6 and 24 hours. The fourth counts as a decline, and the result is `undefined`.
 */
export const retryAfterFailure = (failuresBefore: number, now: Timestamp): Timestamp | undefined => {
  const hours = uncountedHours[failuresBefore]
  return hours === undefined ? undefined : addSeconds(now, hours * 3600)
}

const uncountedHours = [1, 6, 24]

/**
 * When to request a payment method again from the customer of a subscription that never had one. The first request is sent when the charge
 * falls due; the next ones follow 3 and 7 days after it. Null if no request is left, or if the subscription ends before the next one.
 * Requests that fell due while the server was down are skipped.
 */
export const nextMethodRequestAt = (since: Timestamp, now: Timestamp, givesUpAt: Timestamp): Timestamp | null =>
  requestDays.map((day) => addInterval(since, 'days', day)).find((at) => at > now && at < givesUpAt) ?? null

const requestDays = [3, 7]
