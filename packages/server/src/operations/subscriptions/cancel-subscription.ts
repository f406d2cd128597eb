import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { changeSubscription } from '../../billing/charge/change-subscription.ts'
import { route } from '../../http/route.ts'

/** Answers POST /subscriptions/cancel/{id}. */
export const cancelSubscriptionRoute = (billing: Billing) =>
  route(operations.cancelSubscription, ({ params, body, call }) =>
    changeSubscription(billing, call, params.id, { status: 'cancelled', cause: { source: 'merchant', ...body } }),
  )
