import type { Timestamp } from '../calendar/timestamp.ts'
import type { NoticeWindow } from './notices-of-period.ts'

/** The most days by which a late notice may postpone a charge. */
export const postponedDaysMax = 7

/** A charge that falls due now, and the notices about it. */
export interface NoticedCharge {
  /** When the charge first fell due. */
  readonly end: Timestamp
  readonly now: Timestamp
  /** For each notice that had to be sent, its window and the times at which emails of its kind about this charge were sent. */
  readonly notices: readonly { readonly window: NoticeWindow; readonly sentAt: readonly Timestamp[] }[]
}

/**
 * When the worker may make a charge: now, if every notice was sent in time. Otherwise the charge is postponed until the customer has had
 * the required number of days since the notice. If no notice was sent yet, the days count from now. The charge is never postponed by more
 * than {@link postponedDaysMax}.
 */
export const chargeableAt = ({ end, now, notices }: NoticedCharge): Timestamp => {
  const latest = daysAfter(end, postponedDaysMax)
  const kept = notices.map(({ window: { earliestDays, latestDays }, sentAt }) => {
    const [first = now] = sentAt.filter((at) => daysAfter(at, earliestDays) >= end).toSorted()
    return daysAfter(first, latestDays)
  })
  const until = kept.reduce((one, other) => (one > other ? one : other), now)
  return until > latest ? (latest > now ? latest : now) : until
}

const daysAfter = (at: Timestamp, days: number): Timestamp => new Date(Date.parse(at) + days * 86_400_000).toISOString()
