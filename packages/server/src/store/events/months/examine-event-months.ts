import { startOfMonthAfter } from '@billing-checkout/domain'
import type { Database } from '../../database.ts'
import { type EventRetention, readWallClock } from './maintain-event-months.ts'
import { hasEventsInDefaultPartition, readEventMonths } from './read-event-months.ts'

/**
 * Describes the stored months in words. Throws if events have no partition, if coming months have none, or if old months were not dropped.
 */
export const examineEventMonths = async (database: Database, { keptMonths }: EventRetention): Promise<string> => {
  const [months, hasMisplaced, now] = await Promise.all([
    readEventMonths(database),
    hasEventsInDefaultPartition(database),
    readWallClock(database),
  ])
  const until = months.at(-1)?.until ?? now
  const wrong = [
    ...(hasMisplaced
      ? [
          'There are events for whose time there is no partition. Nothing is lost, but they are not dropped with their month.',
        ]
      : []),
    ...(until < startOfMonthAfter(now, 1) ? [`Partitions of events are made only until ${until}.`] : []),
    ...(keptMonths !== null && months.some((month) => month.until <= startOfMonthAfter(now, -keptMonths - 1))
      ? [`Events are kept for longer than ${keptMonths} months.`]
      : []),
  ]
  if (wrong.length === 0) return `${months.length} partitions, made until ${until}`
  throw new Error(
    `${wrong.join(' ')} The job keep-event-months sees to it: either no process runs the jobs (serve without --no-jobs, or work), or a webhook endpoint has not been sent its events, or the log says why it fails.`,
  )
}
