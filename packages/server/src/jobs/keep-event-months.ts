import type { Database } from '../store/database.ts'
import { type EventKeeping, keepEventMonths } from '../store/events/months/keep-event-months.ts'
import type { Job } from './job.ts'

/** Makes the months that events are stored in before they begin, and drops those that are not kept any more. */
export const keepEventMonthsJob = (database: Database, keeping: EventKeeping): Job => ({
  name: 'keep-event-months',
  everySeconds: 600,
  run: () => keepEventMonths(database, keeping),
})
