import { subscription } from '../resources/subscription.ts'
import { operation } from './operation.ts'
import { idParam, none } from './parts.ts'

/** Ends a subscription now; nothing is refunded. */
export const cancelSubscription = operation({
  name: 'cancelSubscription',
  method: 'POST',
  path: '/subscriptions/cancel/{id}',
  summary: 'Cancel a subscription now',
  section: 'decisions 4',
  callers: ['merchant'],
  scope: { resource: 'subscriptions', access: 'write' },
  params: idParam,
  query: none,
  body: null,
  answer: subscription,
  problems: ['not_found', 'subscription_not_changeable'],
})
