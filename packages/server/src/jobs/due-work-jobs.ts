import type { Billing } from '../billing/billing.ts'
import type { RunRound, RunnableWork } from '../billing/worklist/work.ts'
import { defaultConcurrency } from '../billing/worklist/worklist.ts'
import { thawClock } from '../billing/due-work/move-clock.ts'
import { kindsOfWork } from '../billing/due-work/kinds.ts'
import { isClockMoving } from '../store/writes/billing-clock.ts'
import type { Job } from './job.ts'

/**
 * Jobs for the kinds of due work that a server does regularly: one for each kind or, if the kind has parts, one for each part, so that no
 * part delays another part. While a request moves the sandbox clock, jobs for work on the billing clock do nothing, because the request
 * does this work itself.
 */
export const dueWorkJobs = (billing: Billing): readonly Job[] =>
  kindsOfWork.flatMap((work) =>
    work.parts === undefined
      ? jobsOf(billing, work, `due-${work.name}`, work.run)
      : Object.entries(work.parts(billing)).flatMap(([part, run]) =>
          jobsOf(billing, work, `due-${work.name} of ${part}`, run),
        ),
  )

const jobsOf = (
  billing: Billing,
  { clock, everySeconds }: RunnableWork,
  name: string,
  run: RunRound,
): readonly Job[] => {
  if (everySeconds === null) return []
  const mayRun = async () => {
    if (clock === 'wall') return true
    await thawClock(billing)
    return !(await isClockMoving(billing.database))
  }
  return [
    {
      name,
      everySeconds,
      async run() {
        while ((await mayRun()) && (await run(billing, defaultConcurrency)).length > 0);
      },
    },
  ]
}
