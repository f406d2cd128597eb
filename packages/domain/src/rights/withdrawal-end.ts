import { addInterval } from '../calendar/add-interval.ts'
import { secondsAfter } from '../calendar/seconds-after.ts'
import type { Timestamp } from '../calendar/timestamp.ts'
import type { WithdrawalLaw } from './withdrawal-law.ts'

/** When a contract was concluded, and when the consumer received a notice of the right to withdraw. */
export interface ConcludedContract {
  /** When the contract was concluded; for a trial, when the trial started. */
  readonly concludedAt: Timestamp
  /** When the consumer received the notice of the right to withdraw; null if never. */
  readonly noticeAt: Timestamp | null
}

/**
 * The instant before which a consumer may withdraw; null if the law gives no such right. The day of the contract does not count, and the
 * last day ends at midnight in the consumer's time zone. Because we do not know that zone, the period ends one day after the last day, at
 * the contract's time of day: by then, the last day is over everywhere. One more hour covers the day on which summer time ends.
 */
export const withdrawalEnd = (law: WithdrawalLaw, { concludedAt, noticeAt }: ConcludedContract): Timestamp | null => {
  if (law.days === 0) return null
  const usual = endOfDays(law, concludedAt)
  if (noticeAt !== null && noticeAt <= concludedAt) return usual
  const extended = addInterval(usual, 'months', law.extensionMonths)
  if (noticeAt === null) return extended
  // If the notice arrives later, the days start again, but they end within the extension.
  const renewed = endOfDays(law, noticeAt)
  return renewed < extended ? renewed : extended
}

const endOfDays = ({ days, endsOnWorkingDay }: WithdrawalLaw, from: Timestamp): Timestamp => {
  const lastDay = addInterval(from, 'days', days)
  return secondsAfter(addInterval(lastDay, 'days', 1 + (endsOnWorkingDay ? daysToWork(lastDay) : 0)), 3600)
}

/**
 * Days until the next working day; 0 if the day is a working day. The weekday depends on the time zone: Europe has UTC−1 to UTC+3, and the
 * longest wait counts.
 */
const daysToWork = (at: Timestamp): number =>
  Math.max(...zonesOfEurope.map((hours) => weekendDays(new Date(Date.parse(at) + hours * 3_600_000).getUTCDay())))

const zonesOfEurope = [-1, 0, 3]

const weekendDays = (weekday: number): number => (weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
