import { loadShownSubscription } from '../../presenters/subscriptions/load-subscriptions.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import { lockExistingSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'
import { changeStatus } from '../subscriptions/change-status.ts'

/** The subscriptions of a customer that are not cancelled. */
export const findLive = async (db: OrganizationDatabase, customerId: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('customerId', '=', customerId)
    .where('status', '<>', 'cancelled')
    .execute()
  return rows.map(({ id }) => id)
}

/** Cancels a subscription at once, in a transaction that has locked its customer. */
export const cancelSubscription = async (work: Write, id: string): Promise<void> => {
  const subscription = await lockExistingSubscription(work, id)
  const change = await changeStatus(work, subscription, 'cancelled', { source: 'erasure' })
  if (change.kind !== 'change') return
  await work.db.updateTable('subscriptions').set(change.columns).where('id', '=', id).execute()
  recordEvent(work, 'subscription.cancelled', await loadShownSubscription(work.db, id))
}
