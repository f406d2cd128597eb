import type { Billing } from '../billing/billing.ts'
import { completeAttempts } from '../billing/complete-attempts.ts'
import type { Job } from './job.ts'

/** Asks the processor what became of payments whose first answer was lost (decisions 10). */
export const completeAttemptsJob = (billing: Billing): Job => ({
  name: 'complete-attempts',
  everySeconds: 5,
  async run() {
    while ((await completeAttempts(billing)) > 0);
  },
})
