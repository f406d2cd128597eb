import { operations } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import { route } from '../http/route.ts'
import { loadSubscriptions } from '../presenters/load-subscriptions.ts'
import { found } from './found.ts'

/** Answers GET /subscriptions/{id}. */
export const findSubscriptionRoute = ({ database }: Billing) =>
  route(operations.findSubscription, async ({ params: { id }, call }) =>
    found(await loadSubscriptions(database, call.organization.id, [id]), 'subscription', id),
  )
