import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadSubscriptions } from '../../presenters/subscriptions/load-subscriptions.ts'
import { found } from '../found.ts'
import { inOrganization } from '../../store/in-organization.ts'

/** Answers GET /subscriptions/{id}. */
export const findSubscriptionRoute = ({ database }: Billing) =>
  route(operations.findSubscription, async ({ params: { id }, call }) =>
    found(await loadSubscriptions(inOrganization(database, call.organization.id), [id]), 'subscription', id),
  )
