import type { Timestamp } from '../calendar/timestamp.ts'
import type { NoticeWindow } from './notices-of-period.ts'

/** How many days a late notice may postpone a charge, at most. */
export const postponedDaysMax = 7

/** A charge that falls due now, and the notices of it. */
export interface NoticedCharge {
  /** When the charge first fell due. */
  readonly end: Timestamp
  readonly now: Timestamp
  /** Each notice that had to be sent: its window, and when emails of its kind about this charge were sent. */
  readonly notices: readonly { readonly window: NoticeWindow; readonly sentAt: readonly Timestamp[] }[]
}

/**
 * When a charge may be made: now if every notice was sent in time. Otherwise it is postponed until the customer has had
 * the required days, counted from now if the notice was not sent yet; never by more than {@link postponedDaysMax}.
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
