import { sql } from 'kysely'
import { recordSubscriptionEvent } from '../subscriptions/record-subscription-event.ts'
import { rowsDueBy } from '../worklist/rows-due-by.ts'
import type { DueRow, WorkKind } from '../worklist/worklist.ts'

/**
 * SQL for whether the current period of a subscription is still running. A subscription whose charge is already due gets no notice, and a
 * lock on its row would only delay the renewal.
 */
const isPeriodRunning = sql<boolean>`subscriptions.current_period_end > (select billing_now())`

/**
 * Events that announce a renewal or the end of a trial, once per period. They are recorded 7 days ahead (yearly periods: 30), or at the
 * start of a shorter period. If the charge is already due, for example after a server outage, nothing is announced.
 */
export const noticeWork: WorkKind<DueRow> = {
  name: 'notice',
  ...rowsDueBy('subscriptions', 'notice_due_at'),
  isOpen: isPeriodRunning,
  limit: 100,
  concurrency: 1,
  perform: async ({ work, row: { id } }) => {
    const noticed = await work.db
      .updateTable('subscriptions')
      .set((columns) => ({ noticedPeriodEnd: columns.ref('currentPeriodEnd') }))
      .where('id', '=', id)
      .where('noticeDueAt', '<=', work.now)
      .returning(['status', 'currentPeriodEnd'])
      .executeTakeFirst()
    if (noticed === undefined || noticed.currentPeriodEnd <= work.now) return undefined
    const what = noticed.status === 'trial' ? 'subscription.trial_ending' : 'subscription.renewal_upcoming'
    await recordSubscriptionEvent(work, id, what)
    return what
  },
}
