import type { Billing } from '../billing/billing.ts'
import { manyAtATime } from '../billing/due-work.ts'
import { thawClock } from '../billing/move-clock.ts'
import { kindsOfDueWork } from '../billing/run-due-work.ts'
import { isClockMoving } from '../store/write.ts'
import type { Job } from './job.ts'

/**
 * Renews, duns, ends, notifies and settles what the billing clock says is due; while the clock is moved its mover does. Each
 * kind is a job of its own, so that none has to wait for another: notices never hold up renewals.
 */
export const runDueWorkJobs = (billing: Billing): readonly Job[] =>
  Object.entries(kindsOfDueWork).map(([kind, run]) => ({
    name: `due-${kind}`,
    everySeconds: 2,
    async run() {
      await thawClock(billing)
      while (!(await isClockMoving(billing.database)) && (await run(billing, manyAtATime)).length > 0);
    },
  }))
