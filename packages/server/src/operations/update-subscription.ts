import { operations } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import { changeOwnSubscription, changeSubscription } from '../billing/change-subscription.ts'
import { route } from '../http/route.ts'
import { showTo } from '../presenters/show-to.ts'

/** Answers PATCH /subscriptions (interface 4.6, decisions 3 and 9). */
export const updateSubscriptionRoute = (billing: Billing) =>
  route(operations.updateSubscription, async ({ body, call }) => {
    const { principal } = call
    if (principal.kind === 'widget') {
      return showTo(principal, await changeOwnSubscription(billing, call, principal.sessionId, body))
    }
    const { id, status } = body.subscription
    return changeSubscription(billing, call, id, { planId: body.plan?.id, status, expected: body.expected })
  })
