import type { Subscription } from '@billing-checkout/contract'
import type { DiscountTerms } from '@billing-checkout/domain'
import type { CustomerRow, SubscriptionRow } from '../../store/rows.ts'
import { presentSubscriptionPlan, type SubscribedPlan } from '../plans/present-plan.ts'

/** The columns of a subscription that are shown. */
export const shownOfSubscription = [
  'id',
  'status',
  'priceAmount',
  'priceCurrency',
  'trialPriceAmount',
  'discount',
  'createdAt',
  'updatedAt',
  'currentPeriodStart',
  'currentPeriodEnd',
  'nextBillingDate',
  'balanceAmount',
  'attemptCount',
  'attemptsMax',
  'paymentMethodId',
  'metadata',
] as const satisfies readonly (keyof SubscriptionRow)[]

/** A subscription as far as it is shown. */
export type ShownSubscriptionRow = Pick<SubscriptionRow, (typeof shownOfSubscription)[number]>

/** The columns of a subscription's customer that are shown with it. */
export const shownOfSubscriber = ['id', 'externalId', 'email'] as const satisfies readonly (keyof CustomerRow)[]

/** The customer of a subscription as far as they are shown with it. */
export type Subscriber = Pick<CustomerRow, (typeof shownOfSubscriber)[number]>

/** A subscription as the interface shows it. */
export const presentSubscription = (
  subscription: ShownSubscriptionRow,
  { plan, customer }: { readonly plan: SubscribedPlan; readonly customer: Subscriber },
): Subscription => ({
  id: subscription.id,
  status: subscription.status,
  customer: { id: customer.id, external_id: customer.externalId, email: customer.email },
  payment_method_id: subscription.paymentMethodId,
  plan: presentSubscriptionPlan(plan, subscription),
  discount: presentDiscountOfSubscription(subscription.discount),
  created_at: subscription.createdAt,
  updated_at: subscription.updatedAt,
  current_period_start: subscription.currentPeriodStart,
  current_period_end: subscription.currentPeriodEnd,
  next_billing_date: subscription.nextBillingDate,
  balance: { amount: subscription.balanceAmount, currency: subscription.priceCurrency },
  past_due:
    subscription.status === 'past_due'
      ? { attempt_count: subscription.attemptCount, max_attempts_count: subscription.attemptsMax }
      : null,
  metadata: subscription.metadata,
})

const presentDiscountOfSubscription = (discount: DiscountTerms | null): Subscription['discount'] =>
  discount && {
    id: discount.id,
    name: discount.name,
    percent_off: discount.off.kind === 'percent' ? discount.off.hundredths / 100 : null,
    amount_off:
      discount.off.kind === 'amount' ? { amount: discount.off.amount, currency: discount.off.currency } : null,
    periods_left: discount.left,
  }
