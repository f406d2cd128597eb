import type { Billing } from '../billing/billing.ts'
import { reconcileDueDays } from '../billing/reconcile/days/reconcile-due-days.ts'
import type { Job } from './job.ts'

/** Compares each day that is over with what the processors have counted on it. */
export const reconcileDaysJob = (billing: Billing): Job => ({
  name: 'reconcile-days',
  everySeconds: 300,
  run: () => reconcileDueDays(billing),
})
