import { subscription } from '../../resources/subscription.ts'
import { cancellationBody } from '../parts/cancellation-body.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Ends a subscription now; nothing is refunded. */
export const cancelSubscription = operation({
  name: 'cancelSubscription',
  method: 'POST',
  path: '/subscriptions/cancel/{id}',
  summary: 'Cancel a subscription now',
  description: [
    'Ends a subscription now, whatever its status. It is never charged again.',
    'Nothing is refunded: refund the payment if you want that. Cancelling a subscription that is cancelled already changes nothing and answers it as it is; a reason and a comment of the request replace those of its `cancellation`. While a renewal is under way the cancellation is recorded at once, and what that renewal charges goes back by itself. While a plan change or a recovery is being paid the request is refused with `payment_in_progress`; ask again when that payment is finished.',
    'Until its paid period is over a cancelled subscription can be started again without a charge, by `updateSubscription` with status `active`, as long as nothing of that period’s money was refunded. At a checkout its shopper begins a new period instead, and the unused time is credited.',
  ],
  callers: ['merchant'],
  scope: { resource: 'subscriptions', access: 'write' },
  params: idParam,
  query: none,
  body: cancellationBody,
  answer: subscription,
  problems: ['not_found', 'payment_in_progress'],
})
