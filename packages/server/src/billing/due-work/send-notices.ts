import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import { write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import type { Done } from './due-work.ts'
import { recordSubscription } from '../subscriptions/record-subscription.ts'
import { findReadyWork, clearDeferral, isNotDeferred, deferWork, type TriedWork } from './defer-work.ts'

/**
 * Writes the events that announce the end of a trial or a renewal, once per period: 7 days before, 30 for yearly ones, and at the
 * start of a period that is shorter. Nothing is announced that is due already, for example after the server was down. Answers what
 * was announced. A notice that fails is tried again later and never stops the others.
 */
export const sendNotices = async (billing: Billing, limit = 100): Promise<readonly Done[]> => {
  const done: Done[] = []
  for (const due of await findDue(billing, limit)) {
    const what = await notify(billing, due).catch((error: unknown) => deferWork(billing, 'notice', due, error))
    if (what !== undefined) done.push({ organizationId: due.organizationId, id: due.id, what })
  }
  return done
}

/**
 * SQL for whether the current period of a subscription is still running. A subscription whose charge is due already gets no
 * notice, and locking its row would only hold up the renewal.
 */
export const isPeriodRunning = sql<boolean>`subscriptions.current_period_end > (select billing_now())`

const findDue = async ({ database }: Billing, limit: number): Promise<readonly TriedWork[]> => {
  const [ready, due] = await Promise.all([
    findReadyWork(database, 'notice', limit),
    acrossOrganizations(database, 'due work')
      .selectFrom('subscriptions')
      .select(['organizationId', 'id'])
      .where('noticeAt', '<=', sql<Timestamp>`(select billing_now())`)
      .where(isPeriodRunning)
      .where(isNotDeferred('notice'))
      .orderBy('noticeAt')
      .limit(limit)
      .execute(),
  ])
  return [...ready, ...due.map((each) => ({ ...each, heldCount: 0 }))]
}

const notify = ({ database }: Billing, due: TriedWork): Promise<string | undefined> =>
  write(database, due.organizationId, async (work) => {
    await clearDeferral(work, 'notice', due)
    const noticed = await work.db
      .updateTable('subscriptions')
      .set((row) => ({ noticedPeriodEnd: row.ref('currentPeriodEnd') }))
      .where('id', '=', due.id)
      .where('noticeAt', '<=', work.now)
      .returning(['status', 'currentPeriodEnd'])
      .executeTakeFirst()
    if (noticed === undefined || noticed.currentPeriodEnd <= work.now) return undefined
    const what = noticed.status === 'trial' ? 'subscription.trial_ending' : 'subscription.renewal_upcoming'
    await recordSubscription(work, due.id, what)
    return what
  })
