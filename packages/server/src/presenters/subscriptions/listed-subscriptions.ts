import type { Subscription } from '@billing-checkout/contract'
import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { listedRows, type RowLookup } from '../../store/lists/listed-rows.ts'
import { rowInJson } from '../../store/queries/row-in-json.ts'
import type { Schema } from '../../store/schema/schema.ts'
import { shownOfSubscribedPlan, type SubscribedPlan } from '../plans/present-plan.ts'
import {
  presentSubscription,
  type ShownSubscriptionRow,
  shownOfSubscriber,
  shownOfSubscription,
  type Subscriber,
} from './present-subscription.ts'

/** The columns of a subscription, then the arrays of its plan's and of its scheduled plan's. */
export type FoundSubscription = readonly unknown[]

const { selectFrom } = expressionBuilder<Schema>()

const subscriptionInJson = (name: string) =>
  rowInJson<ShownSubscriptionRow>(name)(shownOfSubscription, [
    'anchor',
    'createdAt',
    'updatedAt',
    'currentPeriodStart',
    'currentPeriodEnd',
    'nextBillingDate',
    'requestedEndAt',
  ])

/** A plan as it is read with a subscription. */
export const planOfSubscription = rowInJson<SubscribedPlan>('subscribed_plan')(shownOfSubscribedPlan)

const ofListed = subscriptionInJson('listed')

/** A subscription that a statement knows as `subscribed`, without its plan. */
export const subscribed = subscriptionInJson('subscribed')

type FoundPlans = readonly [plan: readonly unknown[], scheduled: readonly unknown[] | null]

/** What was read of a customer's subscription and its plans, as the interface shows it. */
export const presentFound = (found: FoundSubscription, customer: Subscriber): Subscription => {
  const [plan, scheduled] = ofListed.rest(found) as FoundPlans
  const scheduledPlan = scheduled ? planOfSubscription.of(scheduled) : undefined
  return presentSubscription(ofListed.of(found), { plan: planOfSubscription.of(plan), customer, scheduledPlan })
}

const subscriber = rowInJson<Subscriber>('subscriber')(shownOfSubscriber)

/** The customer of a subscription that a list's statement knows as `listed`. */
const subscriberLookup: RowLookup = selectFrom('customers as subscriber')
  .select(subscriber.column.as('row'))
  .where(sql<boolean>`subscriber.id = listed.customer_id`)
  .offset(sql.lit(0))
  .as('subscriberOfListed')

const planOf = (name: 'listed' | 'subscribed' | 'subscribed_of_listed') =>
  selectFrom('plans as subscribedPlan')
    .select(planOfSubscription.column.as('row'))
    .where(sql<boolean>`subscribed_plan.id = ${sql.ref(`${name}.plan_id`)}`)

/** The plan that a subscription is scheduled to change to; null for most, for which PostgreSQL looks nothing up. */
export const scheduledPlanOf = (
  name: 'listed' | 'subscribed' | 'subscriptions',
): RawBuilder<readonly unknown[] | null> => {
  const row = selectFrom('plans as subscribedPlan')
    .select(planOfSubscription.column.as('row'))
    .where(sql<boolean>`subscribed_plan.id = ${sql.ref(`${name}.scheduled_plan_id`)}`)
  return sql<readonly unknown[] | null>`(${row})`
}

/**
 * What is read of a subscription that a statement knows as `subscribed`, and of its plans. A plan is a scalar subquery: given a join,
 * PostgreSQL may sort and merge once for each row.
 */
export const subscriptionParts: readonly RawBuilder<unknown>[] = [
  ...subscribed.values,
  sql`(${planOf('subscribed')})`,
  scheduledPlanOf('subscribed'),
]

/** The plan of a subscription that a list's statement knows as `name`, for each of its rows. */
export const planLookup = (name: 'listed' | 'subscribed_of_listed'): RowLookup =>
  planOf(name).offset(sql.lit(0)).as('planOfListed')

/** Subscriptions as lists show them. Most are to the same few plans, each of which is usually read once. */
export const listedSubscriptions = listedRows(
  'subscriptions',
  [...ofListed.values, sql.ref('plan_of_listed.row'), scheduledPlanOf('listed'), sql.ref('subscriber_of_listed.row')],
  (found) => {
    const [, , customer] = ofListed.rest(found) as readonly [unknown, unknown, readonly unknown[]]
    return presentFound(found, subscriber.of(customer))
  },
  [planLookup('listed'), subscriberLookup],
)
