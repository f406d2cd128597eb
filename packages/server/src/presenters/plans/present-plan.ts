import type { Plan, SubscriptionPlan } from '@billing-checkout/contract'
import type { PlanRow, SubscriptionRow } from '../../store/rows.ts'

/** The columns of a plan that are shown with a subscription. */
export const shownSubscribedPlanColumns = [
  'id',
  'name',
  'type',
  'intervalUnit',
  'intervalCount',
  'collectTax',
  'trialIntervalUnit',
  'trialIntervalCount',
  'planGroup',
] as const satisfies readonly (keyof PlanRow)[]

/** A plan row with only {@link shownSubscribedPlanColumns}. */
export type SubscribedPlan = Pick<PlanRow, (typeof shownSubscribedPlanColumns)[number]>

/** The columns of a plan that are shown. */
export const shownPlanColumns = [
  ...shownSubscribedPlanColumns,
  'price',
  'trialPrice',
  'quantity',
  'updatedAt',
  'archivedAt',
] as const satisfies readonly (keyof PlanRow)[]

/** A plan row with only {@link shownPlanColumns}. */
export type ShownPlanRow = Pick<PlanRow, (typeof shownPlanColumns)[number]>

/** A plan as the interface shows it. */
export const presentPlan = (plan: ShownPlanRow): Plan => ({
  ...presentTerms(plan),
  price: plan.price,
  trial_price: plan.trialPrice,
  quantity: plan.quantity,
  updated_at: plan.updatedAt,
  group: plan.planGroup,
  archived_at: plan.archivedAt,
})

/** A subscription's plan, with only the price that this subscription pays. */
export const presentSubscriptionPlan = (
  plan: SubscribedPlan,
  subscription: Pick<SubscriptionRow, 'priceAmount' | 'priceCurrency' | 'trialPriceAmount'>,
): SubscriptionPlan => ({
  ...presentTerms(plan),
  price: { amount: subscription.priceAmount, currency: subscription.priceCurrency },
  trial_price:
    subscription.trialPriceAmount === null
      ? null
      : { amount: subscription.trialPriceAmount, currency: subscription.priceCurrency },
})

const presentTerms = (plan: SubscribedPlan) => ({
  id: plan.id,
  name: plan.name,
  type: plan.type,
  interval: plan.intervalUnit,
  interval_count: plan.intervalCount,
  tax: { collect_tax: plan.collectTax },
  trial_interval: plan.trialIntervalUnit,
  trial_interval_count: plan.trialIntervalCount,
})
