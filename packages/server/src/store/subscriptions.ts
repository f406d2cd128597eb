import type { Subscription } from '@billing-checkout/contract'
import { presentSubscription } from '../presenters/present-subscription.ts'
import type { Database } from './database.ts'
import { oneOf } from './one-of.ts'
import { loadPlanRows } from './plans.ts'
import type { SubscriptionRow } from './rows.ts'
import type { Write } from './write.ts'

/** One subscription, or `undefined`. */
export const loadSubscription = (
  db: Database,
  organizationId: string,
  id: string,
): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** One subscription, locked until the transaction ends, so that nobody changes it in between. */
export const lockSubscription = ({ db, organizationId }: Write, id: string): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Subscriptions as the interface shows them, in the order of the ids. */
export const loadSubscriptions = async (
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly Subscription[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', oneOf(ids))
    .execute()
  const presented = new Map(
    (await presentWithPlans(db, organizationId, rows)).map((subscription) => [subscription.id, subscription]),
  )
  return ids.map((id) => presented.get(id)).filter((subscription) => subscription !== undefined)
}

/** The subscriptions of each customer, oldest first. */
export const loadSubscriptionsOf = async (
  db: Database,
  organizationId: string,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, Subscription[]>> => {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', oneOf(customerIds))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const presented = await presentWithPlans(db, organizationId, rows)
  const customerOf = new Map(rows.map((row) => [row.id, row.customerId]))
  return Map.groupBy(presented, (subscription) => customerOf.get(subscription.id)!)
}

const presentWithPlans = async (
  db: Database,
  organizationId: string,
  rows: readonly SubscriptionRow[],
): Promise<Subscription[]> => {
  const plans = await loadPlanRows(db, organizationId, [...new Set(rows.map((row) => row.planId))])
  return rows.map((row) => presentSubscription(row, plans.get(row.planId)!))
}
