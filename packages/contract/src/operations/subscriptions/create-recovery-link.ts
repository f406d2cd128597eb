import { recoveryLink } from '../../resources/recovery-link.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Creates a link to a page on which the customer pays the debt of a past-due subscription. */
export const createRecoveryLink = operation({
  name: 'createRecoveryLink',
  method: 'POST',
  path: '/subscriptions/{id}/recovery-link',
  summary: 'Create a recovery link',
  description: [
    'Makes a link to a page of ours on which the customer of a subscription that is `past_due` pays what it owes with another card, without signing in. If the setting `emails` is `send`, the emails `payment_failed` and `payment_method_missing` carry such a link already; use this one in messages of your own.',
    'The page shows the plan, the amount and the masked e-mail address, and no stored method. The payment begins with a button press there: opening the link changes nothing.',
    'The link ends after 30 days, or before that when the subscription is paid or ends, or when you ask for another one: that replaces every earlier link of the subscription, those in emails included, and ends the sessions that they opened. However often it is used, what is owed is charged once.',
    'A live server without a `FRAME_ORIGIN` of its own serves no pages: `unavailable`.',
  ],
  callers: ['merchant'],
  scope: { resource: 'subscriptions', access: 'write' },
  params: idParam,
  query: none,
  body: null,
  answer: recoveryLink,
  problems: ['not_found', 'subscription_not_changeable'],
})
