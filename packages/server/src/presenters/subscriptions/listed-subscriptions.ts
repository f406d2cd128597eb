import type { Subscription } from '@billing-checkout/contract'
import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { listedRows, type RowSubquery } from '../../store/lists/listed-rows.ts'
import { rowInJson } from '../../store/queries/row-in-json.ts'
import type { Schema } from '../../store/schema/schema.ts'
import { shownSubscribedPlanColumns, type SubscribedPlan } from '../plans/present-plan.ts'
import {
  presentSubscription,
  type ShownSubscriptionRow,
  shownSubscriberColumns,
  shownSubscriptionColumns,
  type Subscriber,
} from './present-subscription.ts'

/** The values of a subscription's columns, followed by the arrays of its plan and of its scheduled plan. */
export type SubscriptionValues = readonly unknown[]

const { selectFrom } = expressionBuilder<Schema>()

const subscriptionInJson = (name: string) =>
  rowInJson<ShownSubscriptionRow>(name)(shownSubscriptionColumns, [
    'anchor',
    'createdAt',
    'updatedAt',
    'currentPeriodStart',
    'currentPeriodEnd',
    'nextBillingDate',
    'requestedEndAt',
  ])

/** The shown columns of a subscription's plan, in a statement that names the plan's row `subscribed_plan`. */
export const subscribedPlanInJson = rowInJson<SubscribedPlan>('subscribed_plan')(shownSubscribedPlanColumns)

const ofListed = subscriptionInJson('listed')

/** A subscription without its plan, in a statement that names the subscription's row `subscribed`. */
export const subscriptionAsJson = subscriptionInJson('subscribed')

type PlanValues = readonly [plan: readonly unknown[], scheduled: readonly unknown[] | null]

/** Presents a customer's subscription that was read with its plans. */
export const presentSubscriptionValues = (found: SubscriptionValues, customer: Subscriber): Subscription => {
  const [plan, scheduled] = ofListed.rest(found) as PlanValues
  const scheduledPlan = scheduled ? subscribedPlanInJson.of(scheduled) : undefined
  return presentSubscription(ofListed.of(found), { plan: subscribedPlanInJson.of(plan), customer, scheduledPlan })
}

const subscriber = rowInJson<Subscriber>('subscriber')(shownSubscriberColumns)

/** The customer of a subscription, in a list's statement that names the subscription's row `listed`. */
const subscriberLookup: RowSubquery = selectFrom('customers as subscriber')
  .select(subscriber.column.as('row'))
  .where(sql<boolean>`subscriber.id = listed.customer_id`)
  .offset(sql.lit(0))
  .as('subscriberOfListed')

const planOf = (name: 'listed' | 'subscribed' | 'subscribed_of_listed') =>
  selectFrom('plans as subscribedPlan')
    .select(subscribedPlanInJson.column.as('row'))
    .where(sql<boolean>`subscribed_plan.id = ${sql.ref(`${name}.plan_id`)}`)

/** SQL for the scheduled plan of a subscription. Most subscriptions have none, and PostgreSQL makes no look-up for them. */
export const scheduledPlanOf = (
  name: 'listed' | 'subscribed' | 'subscriptions',
): RawBuilder<readonly unknown[] | null> => {
  const row = selectFrom('plans as subscribedPlan')
    .select(subscribedPlanInJson.column.as('row'))
    .where(sql<boolean>`subscribed_plan.id = ${sql.ref(`${name}.scheduled_plan_id`)}`)
  return sql<readonly unknown[] | null>`(${row})`
}

/**
 * The columns of a subscription and of its plans, in a statement that names the subscription's row `subscribed`. Plans are scalar
 * subqueries: with a join, PostgreSQL may sort and merge once for each row.
 */
export const subscriptionColumns: readonly RawBuilder<unknown>[] = [
  ...subscriptionAsJson.values,
  sql`(${planOf('subscribed')})`,
  scheduledPlanOf('subscribed'),
]

/** The plan of each subscription, in a list's statement that names the subscription's row `name`. */
export const planLookup = (name: 'listed' | 'subscribed_of_listed'): RowSubquery =>
  planOf(name).offset(sql.lit(0)).as('planOfListed')

/** Subscriptions as lists show them. Most subscriptions have one of a few plans, so PostgreSQL usually reads each plan only once. */
export const listedSubscriptions = listedRows(
  'subscriptions',
  [...ofListed.values, sql.ref('plan_of_listed.row'), scheduledPlanOf('listed'), sql.ref('subscriber_of_listed.row')],
  (found) => {
    const [, , customer] = ofListed.rest(found) as readonly [unknown, unknown, readonly unknown[]]
    return presentSubscriptionValues(found, subscriber.of(customer))
  },
  [planLookup('listed'), subscriberLookup],
)
