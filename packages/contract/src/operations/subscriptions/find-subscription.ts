import { subscription } from '../../resources/subscription.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Returns one subscription. */
export const findSubscription = operation({
  name: 'findSubscription',
  method: 'GET',
  path: '/subscriptions/{id}',
  summary: 'Find a subscription',
  description: ['Answers one subscription, whatever its status. It changes nothing.'],
  callers: ['merchant', 'portal'],
  scope: { resource: 'subscriptions', access: 'read' },
  params: idParam,
  query: none,
  body: null,
  answer: subscription,
  problems: ['not_found'],
})
