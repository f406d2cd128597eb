import type { Billing } from '../billing/billing.ts'
import { type AttemptGroup, completeAttempts } from '../billing/due-work/complete-attempts.ts'
import type { Job } from './job.ts'

/**
 * Asks the processor for the outcome of calls whose answer was lost. Captures, voids and refunds are a job of their own, so that
 * what is owed never waits for charges of unknown outcome.
 */
export const attemptJobs = (billing: Billing): readonly Job[] =>
  (['movements', 'charges'] as const).map((group: AttemptGroup) => ({
    name: `complete-${group}`,
    everySeconds: 5,
    async run() {
      while ((await completeAttempts(billing, { groups: [group] })) > 0);
    },
  }))
