import type { Billing } from '../billing/billing.ts'
import { countRevenueOfAll } from '../billing/revenue/count-revenue.ts'
import { type EventKeeping, keepEventMonths } from '../store/events/months/keep-event-months.ts'
import type { Job } from './job.ts'

/** Makes the monthly partitions of events before the months begin, and drops those past retention once their revenue is counted. */
export const keepEventMonthsJob = (billing: Billing, keeping: EventKeeping): Job => ({
  name: 'keep-event-months',
  everySeconds: 600,
  async run() {
    await countRevenueOfAll(billing)
    await keepEventMonths(billing.database, keeping)
  },
})
