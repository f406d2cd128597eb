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

/** The columns of a subscription, then the array of its plan's. */
export type FoundSubscription = readonly unknown[]

const { selectFrom } = expressionBuilder<Schema>()

const subscriptionInJson = (name: string) =>
  rowInJson<ShownSubscriptionRow>(name)(shownOfSubscription, [
    'createdAt',
    'updatedAt',
    'currentPeriodStart',
    'currentPeriodEnd',
    'nextBillingDate',
  ])

const planOfSubscription = rowInJson<SubscribedPlan>('subscribed_plan')(shownOfSubscribedPlan)

const ofListed = subscriptionInJson('listed')

/** A subscription that a statement knows as `subscribed`, without its plan. */
export const subscribed = subscriptionInJson('subscribed')

/** What was read of a customer's subscription and its plan, as the interface shows it. */
export const presentFound = (found: FoundSubscription, customer: Subscriber): Subscription => {
  const [plan] = ofListed.rest(found) as readonly [readonly unknown[]]
  return presentSubscription(ofListed.of(found), { plan: planOfSubscription.of(plan), customer })
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

/**
 * What is read of a subscription that a statement knows as `subscribed`, and of its plan. The plan is a scalar subquery: given a join,
 * PostgreSQL may sort and merge once for each row.
 */
export const subscriptionParts: readonly RawBuilder<unknown>[] = [...subscribed.values, sql`(${planOf('subscribed')})`]

/** The plan of a subscription that a list's statement knows as `name`, for each of its rows. */
export const planLookup = (name: 'listed' | 'subscribed_of_listed'): RowLookup =>
  planOf(name).offset(sql.lit(0)).as('planOfListed')

/** Subscriptions as lists show them. Most are to the same few plans, each of which is usually read once. */
export const listedSubscriptions = listedRows(
  'subscriptions',
  [...ofListed.values, sql.ref('plan_of_listed.row'), sql.ref('subscriber_of_listed.row')],
  (found) => {
    const [, customer] = ofListed.rest(found) as readonly [unknown, readonly unknown[]]
    return presentFound(found, subscriber.of(customer))
  },
  [planLookup('listed'), subscriberLookup],
)
