import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { startSubscription } from '../../billing/charge/start-subscription.ts'
import { route } from '../../http/route.ts'

/** Answers POST /subscriptions. */
export const createSubscriptionRoute = (billing: Billing) =>
  route(operations.createSubscription, ({ body, call }) => startSubscription(billing, call, body))
