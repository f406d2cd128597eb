import { subscription } from '../../resources/subscription.ts'
import { cancellationBody } from '../parts/cancellation-body.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Cancels a subscription at the end of its paid period. */
export const scheduleCancellation = operation({
  name: 'scheduleCancellation',
  method: 'POST',
  path: '/subscriptions/schedule-cancel/{id}',
  summary: 'Schedule cancellation of a subscription',
  description: [
    'Lets a subscription run to the end of the paid period and ends it then. Until that moment it is `scheduled_for_cancellation`, is never charged again, and can be resumed by `updateSubscription` with status `active`.',
    'A subscription whose paid time is over already, or that owes its current period, ends at once: the answer says `cancelled`. Asking again changes nothing; a reason and a comment of the request replace those of its `cancellation`. Nothing is charged or refunded. While a renewal is under way the cancellation is recorded at once, and what that renewal charges goes back by itself; while another payment of the subscription is under way the request is refused with `payment_in_progress`.',
  ],
  callers: ['merchant', 'portal'],
  scope: { resource: 'subscriptions', access: 'write' },
  params: idParam,
  query: none,
  body: cancellationBody,
  answer: subscription,
  problems: ['not_found', 'subscription_not_changeable', 'payment_in_progress'],
})
