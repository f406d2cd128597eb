import { addInterval } from '../calendar/add-interval.ts'
import { secondsAfter } from '../calendar/seconds-after.ts'
import type { Timestamp } from '../calendar/timestamp.ts'
import type { WithdrawalLaw } from './withdrawal-law.ts'

/** When a contract was made, and what its consumer knew of the right to withdraw. */
export interface ConcludedContract {
  /** When the contract was made: a trial makes it at its start. */
  readonly concludedAt: Timestamp
  /** When the consumer got the notice of the right to withdraw; null if they got none. */
  readonly noticeAt: Timestamp | null
}

/**
 * The instant before which a consumer may withdraw; null if the law gives no such right. The day of the contract does not count, and the
 * last day counts to its end in the consumer's time zone. That zone is unknown. In any zone the day is over by the time of day at
 * which the contract was made, one day and an hour later: the hour by which a day is longer when summer time ends.
 */
export const withdrawalEnd = (law: WithdrawalLaw, { concludedAt, noticeAt }: ConcludedContract): Timestamp | null => {
  if (law.days === 0) return null
  const usual = endOfDays(law, concludedAt)
  if (noticeAt !== null && noticeAt <= concludedAt) return usual
  const extended = addInterval(usual, 'months', law.extensionMonths)
  if (noticeAt === null) return extended
  // A notice that comes later starts the days again, within the extension.
  const renewed = endOfDays(law, noticeAt)
  return renewed < extended ? renewed : extended
}

const endOfDays = ({ days, endsOnWorkingDay }: WithdrawalLaw, from: Timestamp): Timestamp => {
  const lastDay = addInterval(from, 'days', days)
  return secondsAfter(addInterval(lastDay, 'days', 1 + (endsOnWorkingDay ? daysToWork(lastDay) : 0)), 3600)
}

/** Days until a working day, 0 on one. The zones of Europe are UTC−1 to UTC+3; the one with the longest wait counts. */
const daysToWork = (at: Timestamp): number =>
  Math.max(...zonesOfEurope.map((hours) => weekendDays(new Date(Date.parse(at) + hours * 3_600_000).getUTCDay())))

const zonesOfEurope = [-1, 0, 3]

const weekendDays = (weekday: number): number => (weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
