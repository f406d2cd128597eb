import { addInterval } from '../calendar/add-interval.ts'
import { secondsAfter } from '../calendar/seconds-after.ts'
import type { Timestamp } from '../calendar/timestamp.ts'

/** Where the dunning of a subscription stands after a decline. */
export interface DunningState {
  /** Days after the first decline at which a charge is tried again; the first entry stands for that decline itself. */
  readonly days: readonly number[]
  /** The first decline. */
  readonly since: Timestamp
  /** Declines so far. */
  readonly attempts: number
  /** False after an issuer's "do not try again". */
  readonly mayRetry: boolean
  readonly now: Timestamp
}

/** What follows a decline: another try, waiting for the customer until the days are over, or the end. */
export type DunningStep =
  | { readonly kind: 'retry'; readonly at: Timestamp; readonly givesUpAt: Timestamp }
  | { readonly kind: 'wait'; readonly givesUpAt: Timestamp }
  | { readonly kind: 'cancel' }

/**
 * The step after a decline. A try whose day has passed already, because the server was down for days, is made a day from now, so
 * that a restart never charges a card several times at once.
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
 * When a charge that failed for a technical reason is tried again without counting: after 1, 6 and 24 hours. `undefined`
 * after the third such failure in a row: the next one counts like a decline.
 */
export const retryAfterFailure = (failuresBefore: number, now: Timestamp): Timestamp | undefined => {
  const hours = uncountedHours[failuresBefore]
  return hours === undefined ? undefined : secondsAfter(now, hours * 3600)
}
const uncountedHours = [1, 6, 24]

/**
 * When we ask the customer of a subscription without a payment method for one again: 3 and 7 days after the charge fell due, the first time
 * being that day itself. Null if that was the last time, or if the subscription ends before. Days that were missed are not made up for.
 */
export const asksAgainAt = (since: Timestamp, now: Timestamp, givesUpAt: Timestamp): Timestamp | null =>
  askingDays.map((day) => addInterval(since, 'days', day)).find((at) => at > now && at < givesUpAt) ?? null

const askingDays = [3, 7]
