import type { Billing } from '../billing/billing.ts'
import { type AttemptGroup, completeAttempts } from '../billing/due-work/complete-attempts.ts'
import type { Job } from './job.ts'

/**
 * Queries processors for the outcome of calls whose answer was lost. Captures, voids and refunds are a separate job, so that what we owe
 * never waits for charges with an unknown outcome.
 */
export const attemptJobs = (billing: Billing): readonly Job[] =>
  (['movements', 'charges'] as const).map((group: AttemptGroup) => ({
    name: `complete-${group}`,
    everySeconds: 5,
    async run() {
      while ((await completeAttempts(billing, { groups: [group] })) > 0);
    },
  }))
