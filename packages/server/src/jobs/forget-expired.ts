import type { Billing } from '../billing/billing.ts'
import { daysRemembered } from '../http/idempotency.ts'
import type { Job } from './job.ts'

/** Deletes what has served its time: used card tokens, idempotency keys after 30 days, yesterday's totals and decline counts. */
export const forgetExpiredJob = ({ database, wallClock }: Billing): Job => ({
  name: 'forget-expired',
  everySeconds: 3600,
  async run() {
    const wall = Date.parse(wallClock())
    const daysAgo = (days: number) => new Date(wall - days * 86_400_000).toISOString()
    await database.deleteFrom('usedCardTokens').where('expiresAt', '<', daysAgo(0)).execute()
    await database.deleteFrom('idempotencyKeys').where('createdAt', '<', daysAgo(daysRemembered)).execute()
    await database.deleteFrom('listTotals').where('rememberedAt', '<', daysAgo(1)).execute()
    await database.deleteFrom('declineCounts').where('minute', '<', daysAgo(1)).execute()
  },
})
