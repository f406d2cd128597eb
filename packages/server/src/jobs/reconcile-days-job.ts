import type { Billing } from '../billing/billing.ts'
import { reconcileDueDays } from '../billing/reconcile/days/reconcile-due-days.ts'
import type { Job } from './job.ts'

/** Compares each past day with what the processors report for it. */
export const reconcileDaysJob = (billing: Billing): Job => ({
  name: 'reconcile-days',
  everySeconds: 300,
  run: () => reconcileDueDays(billing),
})
