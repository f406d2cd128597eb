import type { Billing } from '../billing/billing.ts'
import { type Done, type DueWork, manyAtATime } from '../billing/due-work/worklist.ts'
import { thawClock } from '../billing/due-work/move-clock.ts'
import { kindsOfDueWork } from '../billing/due-work/run-due-work.ts'
import { notedEverySeconds, noteSilentProcessors } from '../billing/due-work/silent-processors.ts'
import { isClockMoving } from '../store/write.ts'
import type { Job } from './job.ts'

/**
 * Renews, duns, ends, announces and settles what is due by the billing clock. While a caller moves the clock, that caller does this work
 * instead. Each kind is a job of its own, so that notices never delay renewals.
 */
export const dueWorkJobs = (billing: Billing): readonly Job[] => {
  const { renewals: _, ...others } = kindsOfDueWork
  return [
    ...Object.entries(others).map(([kind, run]) => jobOf(billing, `due-${kind}`, (how) => run(billing, how))),
    ...renewalJobs(billing),
    { name: 'note-silent-processors', everySeconds: notedEverySeconds, run: () => noteSilentProcessors(billing) },
  ]
}

const jobOf = (billing: Billing, name: string, run: (how: DueWork) => Promise<readonly Done[]>): Job => ({
  name,
  everySeconds: 2,
  async run() {
    await thawClock(billing)
    while (!(await isClockMoving(billing.database)) && (await run(manyAtATime)).length > 0);
  },
})

/**
 * Renews, duns and ends what is due: a job for each connection that there is at the moment, so that none waits for the processor of
 * another one.
 */
export const renewalJobs = (billing: Billing): readonly Job[] =>
  billing.processors.all.map(({ id: connection }) =>
    jobOf(billing, `due-renewals of ${connection}`, (how) => kindsOfDueWork.renewals(billing, { ...how, connection })),
  )
