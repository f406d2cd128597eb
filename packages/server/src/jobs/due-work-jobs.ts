import type { Billing } from '../billing/billing.ts'
import { type CompletedWork, type DueWork, defaultConcurrency } from '../billing/worklist/worklist.ts'
import { thawClock } from '../billing/due-work/move-clock.ts'
import { kindsOfWork, renewals } from '../billing/due-work/kinds.ts'
import { notedEverySeconds, noteSilentProcessors } from '../billing/due-work/silent-processors.ts'
import { isClockMoving } from '../store/writes/billing-clock.ts'
import type { Job } from './job.ts'

/**
 * Renews, duns, ends, announces and settles what is due by the billing clock. While a caller moves the clock, that caller does this work
 * instead. Each kind is a separate job, so that notices never delay renewals.
 */
export const dueWorkJobs = (billing: Billing): readonly Job[] => [
  ...kindsOfWork
    .filter((kind) => kind !== renewals)
    .map(({ name, run }) => jobOf(billing, `due-${name}`, (how) => run(billing, how))),
  ...renewalJobs(billing),
  { name: 'note-silent-processors', everySeconds: notedEverySeconds, run: () => noteSilentProcessors(billing) },
]

const jobOf = (billing: Billing, name: string, run: (how: DueWork) => Promise<readonly CompletedWork[]>): Job => ({
  name,
  everySeconds: 2,
  async run() {
    await thawClock(billing)
    while (!(await isClockMoving(billing.database)) && (await run(defaultConcurrency)).length > 0);
  },
})

/**
 * Renews, duns and ends due subscriptions, with one job for each present connection, so that none waits for another connection's processor.
 */
export const renewalJobs = (billing: Billing): readonly Job[] =>
  billing.processors.all.map(({ id: connection }) =>
    jobOf(billing, `due-renewal of ${connection}`, (how) => renewals.run(billing, { ...how, connection })),
  )
