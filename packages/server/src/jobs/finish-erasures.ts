import type { Billing } from '../billing/billing.ts'
import { finishErasures } from '../billing/erasure/finish-erasures.ts'
import type { Job } from './job.ts'

/** Finishes erasures that were started. */
export const erasureJobs = (billing: Billing): readonly Job[] => [
  {
    name: 'finish-erasures',
    everySeconds: 60,
    run: async () => {
      await finishErasures(billing)
    },
  },
]
