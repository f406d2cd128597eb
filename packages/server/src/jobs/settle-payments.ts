import type { Billing } from '../billing/billing.ts'
import { settlePayments } from '../billing/settle-payments.ts'
import type { Job } from './job.ts'

/** Settles captured payments after their day (decisions 8). */
export const settlePaymentsJob = (billing: Billing): Job => ({
  name: 'settle-payments',
  everySeconds: 10,
  async run() {
    while ((await settlePayments(billing)) > 0);
  },
})
