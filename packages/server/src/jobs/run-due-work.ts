import type { Billing } from '../billing/billing.ts'
import { thawClock } from '../billing/move-clock.ts'
import { manyAtATime } from '../billing/due-work.ts'
import { runDueWork } from '../billing/run-due-work.ts'
import { isClockMoving } from '../store/write.ts'
import type { Job } from './job.ts'

/** Renews, duns, ends, notifies and settles what the billing clock says is due; while the clock is moved its mover does. */
export const runDueWorkJob = (billing: Billing): Job => ({
  name: 'run-due-work',
  everySeconds: 2,
  async run() {
    await thawClock(billing)
    while (!(await isClockMoving(billing.database)) && (await runDueWork(billing, manyAtATime)).length > 0);
  },
})
