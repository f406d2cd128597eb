import type { Timestamp } from '../calendar/timestamp.ts'
import type { NoticeWindow } from './notices-of-period.ts'

/** A charge is postponed for a late notice by at most so many days. */
export const postponedDaysMax = 7

/** A charge that falls due now, and the notices of it. */
export interface NoticedCharge {
  /** When it fell due first. */
  readonly end: Timestamp
  readonly now: Timestamp
  /** Each notice that had to be sent: its window, and when emails of its kind about this charge were handed over. */
  readonly notices: readonly { readonly window: NoticeWindow; readonly sentAt: readonly Timestamp[] }[]
}

/**
 * When a charge may be made: now if every notice was handed over in time. Otherwise it is postponed until the customer has had the days
 * that the rule gives them, counted from now if the notice was not handed over yet; never by more than {@link postponedDaysMax}.
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
