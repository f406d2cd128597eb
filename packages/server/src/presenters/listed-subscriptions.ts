import type { Subscription } from '@billing-checkout/contract'
import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { listedRows } from '../store/lists/listed-rows.ts'
import { rowInJson } from '../store/row-in-json.ts'
import type { Schema } from '../store/schema/schema.ts'
import type { SubscribedPlan } from './present-plan.ts'
import { presentSubscription, type ShownSubscriptionRow, shownOfSubscription } from './present-subscription.ts'

/** A subscription and its plan, as JSON of a statement that knows both by name. */
export type FoundSubscription = readonly [row: readonly unknown[], plan: readonly unknown[]]

/** The columns of a subscription that a statement knows as `name`. */
export const subscriptionInJson = (name: string) =>
  rowInJson<ShownSubscriptionRow>(name)(shownOfSubscription, [
    'createdAt',
    'updatedAt',
    'currentPeriodStart',
    'currentPeriodEnd',
    'nextBillingDate',
  ])

/** The columns of the plan that a subscription is shown with; the statement knows it as `subscribed_plan`. */
export const planOfSubscription = rowInJson<SubscribedPlan>('subscribed_plan')([
  'id',
  'name',
  'type',
  'intervalUnit',
  'intervalCount',
  'collectTax',
  'trialIntervalUnit',
  'trialIntervalCount',
])

const { selectFrom } = expressionBuilder<Schema>()

const ofListed = subscriptionInJson('listed')

/** What was read of a subscription and its plan, as the interface shows it. */
export const presentFound = ([row, plan]: FoundSubscription): Subscription =>
  presentSubscription(ofListed.of(row), planOfSubscription.of(plan))

const itsPlan: RawBuilder<unknown> = sql`(${selectFrom('plans as subscribedPlan')
  .select(planOfSubscription.column.as('row'))
  .where(sql<boolean>`subscribed_plan.id = listed.plan_id`)})`

/** Subscriptions as lists show them. */
export const listedSubscriptions = listedRows('subscriptions', [ofListed.column, itsPlan], presentFound)
