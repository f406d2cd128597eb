import { subscription } from '../resources/subscription.ts'
import { operation } from './operation.ts'
import { idParam, none } from './parts.ts'

/** Lets a subscription run to the end of its paid period and then ends it. */
export const scheduleCancellation = operation({
  name: 'scheduleCancellation',
  method: 'POST',
  path: '/subscriptions/schedule-cancel/{id}',
  summary: 'Schedule cancellation of a subscription',
  section: 'interface 4.7',
  callers: ['merchant'],
  scope: { resource: 'subscriptions', access: 'write' },
  params: idParam,
  query: none,
  body: null,
  answer: subscription,
  problems: ['not_found', 'subscription_not_changeable'],
})
