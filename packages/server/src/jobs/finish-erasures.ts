import type { Billing } from '../billing/billing.ts'
import { finishErasures } from '../billing/erasure/finish-erasures.ts'
import { forgetAtProcessors } from '../billing/erasure/forget-at-processors.ts'
import type { Job } from './job.ts'

/** Finishes erasures that were begun, and tells processors of them. */
export const erasureJobs = (billing: Billing): readonly Job[] => [
  {
    name: 'finish-erasures',
    everySeconds: 60,
    run: async () => {
      await finishErasures(billing)
    },
  },
  {
    name: 'forget-at-processors',
    everySeconds: 5,
    async run() {
      while ((await forgetAtProcessors(billing)) > 0);
    },
  },
]
