import type { Subscription } from '@billing-checkout/contract'
import {
  discountedPrice,
  discountAfterPlanChange,
  type DiscountTerms,
  subscriptionDiscountEndsAt,
  required,
} from '@billing-checkout/domain'
import type { CustomerRow, SubscriptionRow } from '../../store/rows.ts'
import { presentDiscountTerms } from '../plans/present-discount.ts'
import { presentSubscriptionPlan, type SubscribedPlan } from '../plans/present-plan.ts'
import { endOfSubscription, planIntervalOf, nextChargeDate } from './end-of-subscription.ts'

/** The columns of a subscription that are shown. */
export const shownSubscriptionColumns = [
  'id',
  'status',
  'priceAmount',
  'priceCurrency',
  'quantity',
  'trialPriceAmount',
  'discount',
  'anchor',
  'createdAt',
  'updatedAt',
  'currentPeriodStart',
  'currentPeriodEnd',
  'nextBillingDate',
  'balanceAmount',
  'attemptCount',
  'attemptsMax',
  'paymentMethodId',
  'scheduledPlanId',
  'scheduledPriceAmount',
  'scheduledQuantity',
  'cancellation',
  'requestedEndAt',
  'metadata',
] as const satisfies readonly (keyof SubscriptionRow)[]

/** A subscription row with only {@link shownSubscriptionColumns}. */
export type ShownSubscriptionRow = Pick<SubscriptionRow, (typeof shownSubscriptionColumns)[number]>

/** The columns of a subscription's customer that are shown with it. */
export const shownSubscriberColumns = ['id', 'externalId', 'email'] as const satisfies readonly (keyof CustomerRow)[]

/** A customer row with only {@link shownSubscriberColumns}. */
export type Subscriber = Pick<CustomerRow, (typeof shownSubscriberColumns)[number]>

/** Related rows that are shown with a subscription: its plan, its customer, and its scheduled plan. */
export interface SubscriptionRelations {
  readonly plan: SubscribedPlan
  readonly customer: Subscriber
  readonly scheduledPlan?: SubscribedPlan | undefined
}

/** A subscription as the interface shows it. */
export const presentSubscription = (
  subscription: ShownSubscriptionRow,
  { plan, customer, scheduledPlan }: SubscriptionRelations,
): Subscription => ({
  id: subscription.id,
  status: subscription.status,
  customer: { id: customer.id, external_id: customer.externalId, email: customer.email },
  payment_method_id: subscription.paymentMethodId,
  plan: presentSubscriptionPlan(plan, subscription),
  quantity: subscription.quantity,
  discount: presentDiscountOf(subscription, plan, scheduledPlan),
  created_at: subscription.createdAt,
  updated_at: subscription.updatedAt,
  current_period_start: subscription.currentPeriodStart,
  current_period_end: subscription.currentPeriodEnd,
  next_billing_date: nextChargeDate(subscription, { plan, scheduledPlan }),
  balance: { amount: subscription.balanceAmount, currency: subscription.priceCurrency },
  scheduled_change: presentScheduled(subscription, scheduledPlan),
  cancellation: presentCancellation(subscription, { plan, scheduledPlan }),
  past_due:
    subscription.status === 'past_due'
      ? { attempt_count: subscription.attemptCount, max_attempts_count: subscription.attemptsMax }
      : null,
  metadata: subscription.metadata,
})

/** A cancellation with its members in the interface's order, because the database stores them in another order. */
const presentCancellation = (
  subscription: ShownSubscriptionRow,
  plans: Pick<SubscriptionRelations, 'plan' | 'scheduledPlan'>,
): Subscription['cancellation'] => {
  if (subscription.cancellation === null) return null
  const { reason, comment, source, received_at } = subscription.cancellation
  return { reason, comment, source, received_at, ends_at: endOfSubscription(subscription, plans)?.at ?? null }
}

const presentScheduled = (
  {
    id,
    scheduledPlanId,
    scheduledPriceAmount: priceAmount,
    scheduledQuantity: quantity,
    priceCurrency,
    ...dates
  }: ShownSubscriptionRow,
  plan: SubscribedPlan | undefined,
): Subscription['scheduled_change'] =>
  scheduledPlanId === null || priceAmount === null || quantity === null
    ? null
    : {
        plan: presentSubscriptionPlan(required(plan, 'scheduled plan of subscription', id), {
          priceAmount,
          priceCurrency,
          trialPriceAmount: null,
        }),
        quantity,
        at: changesAt(dates),
      }

/**
 * When a scheduled change takes effect: with the renewal at the end of the current period, or later if the renewal's charge was postponed.
 */
const changesAt = ({
  currentPeriodEnd: end,
  nextBillingDate: next,
}: Pick<SubscriptionRow, 'currentPeriodEnd' | 'nextBillingDate'>): string => (next !== null && next > end ? next : end)

/** A subscription's discount and, if it can be foreseen, the discount's end. A scheduled change of plan may end the discount. */
const presentDiscountOf = (
  subscription: ShownSubscriptionRow,
  plan: SubscribedPlan,
  scheduledPlan: SubscribedPlan | undefined,
): Subscription['discount'] => {
  const { discount, priceCurrency: currency, nextBillingDate } = subscription
  if (discount === null) return null
  const next = scheduledPlan ?? plan
  const isKept = discountAfterPlan(discount, plan, next) !== null
  const amount = subscription.priceAmount * subscription.quantity
  const { scheduledPriceAmount, scheduledQuantity } = subscription
  const nextAmount =
    scheduledPriceAmount === null || scheduledQuantity === null ? amount : scheduledPriceAmount * scheduledQuantity
  const endsAt = isKept
    ? subscriptionDiscountEndsAt(discount, subscription, planIntervalOf(next))
    : changesAt(subscription)
  const isForeseen = nextBillingDate !== null && endsAt !== null
  return {
    ...presentDiscountTerms(discount),
    period_amount: discountedPrice({ price: { amount: isKept ? nextAmount : amount, currency }, discount }),
    period_amount_after: isForeseen ? nextAmount : null,
    ends_at: isForeseen ? endsAt : null,
  }
}

const discountAfterPlan = (discount: DiscountTerms, plan: SubscribedPlan, next: SubscribedPlan): DiscountTerms | null =>
  plan.id === next.id
    ? discount
    : discountAfterPlanChange(discount, planIntervalOf(plan), {
        id: next.id,
        group: next.planGroup,
        interval: planIntervalOf(next),
      })
