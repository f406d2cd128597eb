import { sql } from 'kysely'
import type { Billing } from '../billing/billing.ts'
import { notedEverySeconds, noteSilentProcessors } from '../billing/due-work/silent-processors.ts'
import type { Job } from './job.ts'

/**
 * Stores in the database which processors do not answer, and the current time. If an older copy of the database is restored later, the
 * stored time shows until when the copy is complete.
 */
export const recordingJobs = (billing: Billing): readonly Job[] => [
  { name: 'note-silent-processors', everySeconds: notedEverySeconds, run: () => noteSilentProcessors(billing) },
  {
    name: 'note-time',
    everySeconds: 5,
    async run() {
      await sql`update database_identity set alive_at = clock_timestamp()
        where alive_at < clock_timestamp() - interval '30 seconds'`.execute(billing.database)
    },
  },
]
