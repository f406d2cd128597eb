import type { Subscription } from '@billing-checkout/contract'
import { presentSubscription } from '../presenters/present-subscription.ts'
import type { Database } from './database.ts'
import { lookup } from './lookup.ts'
import { oneOf } from './one-of.ts'
import type { SubscribedPlan } from '../presenters/present-plan.ts'
import type { SubscriptionRow } from './rows.ts'
import type { LoadContext } from './write.ts'

declare const lockedHere: unique symbol

/**
 * A subscription whose row this transaction holds locked, so that it stays as it is until the transaction ends. It comes
 * from nowhere but the functions here that lock one. Whatever opens a claim or a charge, or changes a subscription,
 * demands it: what is quoted on a row that somebody else may change at the same time is charged twice.
 */
export type LockedSubscription = SubscriptionRow & { readonly [lockedHere]: true }

/** One subscription, to be shown or to learn whose it is; nothing may be charged by it. */
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

/** One subscription, locked until the transaction ends. */
export const lockSubscription = (
  { find, organizationId }: LoadContext,
  id: string,
): Promise<LockedSubscription | undefined> => onlyRow(find(lockedById, [organizationId, id]))

/** One subscription that is due, locked until the transaction ends; `undefined` where somebody else holds it. */
export const lockDueSubscription = (
  { find, organizationId }: LoadContext,
  id: string,
): Promise<LockedSubscription | undefined> => onlyRow(find(dueById, [organizationId, id]))

const lockedById = lookup('subscriptions', ['organizationId', 'id'], { lock: 'wait' })

const dueById = lookup('subscriptions', ['organizationId', 'id'], {
  where: 'found.due_at <= (select billing_now())',
  lock: 'skip',
})

const onlyRow = async (locked: Promise<readonly SubscriptionRow[]>): Promise<LockedSubscription | undefined> =>
  (await locked)[0] as LockedSubscription | undefined

/** Subscriptions as the interface shows them, in the order of the ids. */
export const loadSubscriptions = async (
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly Subscription[]> => {
  if (ids.length === 0) return []
  const rows = await withPlans(db, organizationId).where('subscriptions.id', '=', oneOf(ids)).execute()
  const presented = new Map(rows.map((row) => [row.id, presentWithPlan(row)]))
  return ids.map((id) => presented.get(id)).filter((subscription) => subscription !== undefined)
}

/** The subscriptions of each customer, oldest first. */
export const loadSubscriptionsOf = async (
  db: Database,
  organizationId: string,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, Subscription[]>> => {
  const rows = await withPlans(db, organizationId)
    .where('subscriptions.customerId', '=', oneOf(customerIds))
    .orderBy('subscriptions.createdAt')
    .orderBy('subscriptions.id')
    .execute()
  const grouped = Map.groupBy(rows, (row) => row.customerId)
  return new Map([...grouped].map(([customerId, theirs]) => [customerId, theirs.map(presentWithPlan)]))
}

/** Subscriptions and what is shown of their plans: columns that a subscription does not have itself. */
const withPlans = (db: Database, organizationId: string) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('plans', (join) =>
      join
        .onRef('plans.organizationId', '=', 'subscriptions.organizationId')
        .onRef('plans.id', '=', 'subscriptions.planId'),
    )
    .selectAll('subscriptions')
    .select(['plans.name', 'plans.type', 'plans.collectTax', 'plans.intervalUnit', 'plans.intervalCount'])
    .select(['plans.trialIntervalUnit', 'plans.trialIntervalCount'])
    .where('subscriptions.organizationId', '=', organizationId)

const presentWithPlan = (row: SubscriptionRow & Omit<SubscribedPlan, 'id'>): Subscription =>
  presentSubscription(row, { ...row, id: row.planId })
