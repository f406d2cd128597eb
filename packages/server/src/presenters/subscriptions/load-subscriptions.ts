import type { Subscription } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { compiledForIds } from '../../store/queries/compiled-once.ts'
import type { SubscriptionRow } from '../../store/rows.ts'
import { sortByIds } from '../load-by-ids.ts'
import type { SubscribedPlan } from '../plans/present-plan.ts'
import { subscribedPlanInJson, scheduledPlanOf } from './listed-subscriptions.ts'
import {
  presentSubscription,
  type ShownSubscriptionRow,
  shownSubscriptionColumns,
  type Subscriber,
} from './present-subscription.ts'

/** Subscriptions as the interface shows them, in the order of the ids. */
export const loadSubscriptions = async (
  db: OrganizationDatabase,
  ids: readonly string[],
): Promise<readonly Subscription[]> => {
  if (ids.length === 0) return []
  return sortByIds(ids, (await findByIds(db, ids)).map(presentJoined))
}

/** Loads one subscription, which must exist, as the interface shows it. */
export const loadShownSubscription = async (db: OrganizationDatabase, id: string): Promise<Subscription> =>
  required((await loadSubscriptions(db, [id]))[0], 'subscription', id)

/** Loads the subscriptions that payments are for, in any order. */
export const loadSubscriptionsOfPayments = async (
  db: OrganizationDatabase,
  paymentIds: readonly string[],
): Promise<readonly Subscription[]> => (await findByPayments(db, paymentIds)).map(presentJoined)

/** Loads the subscriptions of each customer, oldest first. */
export const loadSubscriptionsOf = async (
  db: OrganizationDatabase,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, Subscription[]>> => {
  const rows = await findByCustomers(db, customerIds)
  const grouped = Map.groupBy(rows, (row) => row.customerId)
  return new Map([...grouped].map(([customerId, theirs]) => [customerId, theirs.map(presentJoined)]))
}

/** Subscriptions with the shown columns of their plans and customers. */
const withRelations = (db: OrganizationDatabase) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('plans', (join) => join.onRef('plans.id', '=', 'subscriptions.planId'))
    .innerJoin('customers', (join) => join.onRef('customers.id', '=', 'subscriptions.customerId'))
    .select(shownSubscriptionColumns.map((column) => `subscriptions.${column}` as const))
    .select(['subscriptions.planId', 'subscriptions.customerId'])
    .select(['plans.name', 'plans.type', 'plans.collectTax', 'plans.intervalUnit', 'plans.intervalCount'])
    .select(['plans.trialIntervalUnit', 'plans.trialIntervalCount', 'plans.planGroup'])
    .select(['customers.externalId', 'customers.email'])
    .select(scheduledPlanOf('subscriptions').as('scheduledPlan'))

const findByIds = compiledForIds((db: OrganizationDatabase, ids) =>
  withRelations(db).where('subscriptions.id', '=', ids),
)

const findByPayments = compiledForIds((db: OrganizationDatabase, paymentIds) =>
  withRelations(db).where('subscriptions.id', 'in', (paid) =>
    paid.selectFrom('payments').select('payments.subscriptionId').where('payments.id', '=', paymentIds),
  ),
)

const findByCustomers = compiledForIds((db: OrganizationDatabase, customerIds) =>
  withRelations(db)
    .where('subscriptions.customerId', '=', customerIds)
    .orderBy('subscriptions.createdAt')
    .orderBy('subscriptions.id'),
)

const presentJoined = (
  row: ShownSubscriptionRow &
    Pick<SubscriptionRow, 'planId' | 'customerId'> &
    Omit<SubscribedPlan, 'id'> &
    Omit<Subscriber, 'id'> & { readonly scheduledPlan: readonly unknown[] | null },
): Subscription =>
  presentSubscription(row, {
    plan: { ...row, id: row.planId },
    customer: { ...row, id: row.customerId },
    scheduledPlan: row.scheduledPlan ? subscribedPlanInJson.of(row.scheduledPlan) : undefined,
  })
