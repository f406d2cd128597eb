import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import type { Done } from './due-work.ts'
import { recordSubscription } from './record-subscription.ts'

/**
 * Tells of trials that end and renewals that come, 7 days before, 30 for yearly ones, at the start of a shorter period, once
 * per period (decisions 15). Answers which; run twice, tells once.
 */
export const sendNotices = async (billing: Billing, limit = 100): Promise<readonly Done[]> => {
  const due = await billing.database
    .selectFrom('subscriptions')
    .select(['organizationId', 'id'])
    .where('noticeAt', '<=', sql<Timestamp>`(select billing_now())`)
    .orderBy('noticeAt')
    .limit(limit)
    .execute()
  const done: Done[] = []
  for (const { organizationId, id } of due) {
    const what = await notify(billing, organizationId, id)
    if (what !== undefined) done.push({ organizationId, id, what })
  }
  return done
}

const notify = ({ database }: Billing, organizationId: string, id: string): Promise<string | undefined> =>
  write(database, organizationId, async (work) => {
    const noticed = await work.db
      .updateTable('subscriptions')
      .set((row) => ({ noticedPeriodEnd: row.ref('currentPeriodEnd') }))
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .where('noticeAt', '<=', work.now)
      .returning('status')
      .executeTakeFirst()
    if (noticed === undefined) return undefined
    const what = noticed.status === 'trial' ? 'subscription.trial_ending' : 'subscription.renewal_upcoming'
    await recordSubscription(work, id, what)
    return what
  })
