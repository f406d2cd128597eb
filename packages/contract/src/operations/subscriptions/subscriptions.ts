import { z } from 'zod'
import { filtersByStatus, filtersByCreatedAt, integerText, listQuery, filtersByCustomer } from '../parts/list-query.ts'
import { idParam, operation } from '../parts/operation.ts'
import { discountReference } from '../parts/session-members.ts'
import { idInput } from '../../resources/fields.ts'
import { listOf } from '../../resources/list.ts'
import { metadataChange } from '../../resources/metadata.ts'
import { quantity, quantityDescription } from '../../resources/plan.ts'
import { recoveryLink } from '../../resources/recovery-link.ts'
import { subscription } from '../../resources/subscription.ts'
import { filledText } from '../../resources/text.ts'
import { subscriptionStatuses } from '../../vocabulary/statuses.ts'
import { cancellationReasons } from '../../vocabulary/cancellations.ts'

/** The reason for a cancellation; the whole body is optional. */
const cancellationBody = z
  .strictObject({
    reason: z.enum(cancellationReasons).optional().describe('Why the customer cancels.'),
    comment: filledText(500).optional().describe('What the customer wrote about it. An erasure removes it.'),
  })
  .optional()

/** Creates a subscription without a payment method, if it costs nothing now. */
export const createSubscription = operation({
  method: 'POST',
  path: '/subscriptions',
  summary: 'Create a subscription that costs nothing now',
  description: [
    'Opens a subscription of `customer` to a recurring plan that costs nothing now, because its price is 0 or it begins with a free trial. No payment method is needed, no processor is called, and a payment of 0 records the purchase. A subscription that costs something now is refused with `payment_method_required`, also if a discount or credit lowers the amount to 0: use `createPayment` or a client session.',
    'A renewal that costs nothing begins a period without a payment. A client session with `subscription.id` adds a payment method. If a trial ends, or the subscription costs something for the first time, and no method was added, the setting `trial_end_without_method` decides: the subscription ends (`cancel`, the default) and a session of it (`recover`) begins it again, or it becomes `past_due`: the event `subscription.payment_method_missing` comes on days 0, 3 and 7, and it is cancelled when the days of `dunning_days` are over.',
    'A plan’s trial is given once to a customer or e-mail address; with `trial: always` it is given again. The customer has one live subscription of a plan or its group: a second one is refused with `already_subscribed`, unless the organization allows several.',
    'Send an `Idempotency-Key`: the same request with the same key gets the same subscription.',
  ],
  callers: ['merchant'],
  scope: { resource: 'subscriptions', access: 'write' },
  body: z.strictObject({
    customer: z
      .strictObject({
        id: idInput.optional().describe('Identifier of the customer.'),
        external_id: filledText(255).optional().describe('Your own identifier of the customer.'),
      })
      .refine(({ id, external_id: externalId }) => id !== undefined || externalId !== undefined, {
        error: 'must name the customer by id, external_id, or both',
      })
      .describe('Who subscribes, by `id`, `external_id`, or both, which must then agree.'),
    plan: z
      .strictObject({
        id: idInput.describe('Identifier of a recurring plan.'),
        quantity: quantity.optional().describe(quantityDescription),
      })
      .describe('What is subscribed to.'),
    discount: discountReference
      .optional()
      .describe(
        'The discount of its later charges, which is redeemed now. One that cannot be redeemed is refused with `discount_invalid`.',
      ),
    trial: z
      .enum(['once', 'always'])
      .optional()
      .describe('Whether the plan’s trial is given once to a customer (`once`, the default) or `always`.'),
    metadata: metadataChange.optional().describe('Keys and values of your own for the subscription.'),
  }),
  answer: subscription,
  problems: [
    'not_found',
    'plan_archived',
    'discount_invalid',
    'payment_method_required',
    'address_required',
    'payment_in_progress',
    'already_subscribed',
  ],
})

/** Returns one subscription. */
export const findSubscription = operation({
  method: 'GET',
  path: '/subscriptions/{id}',
  summary: 'Find a subscription',
  description: ['Answers one subscription, whatever its status. It changes nothing.'],
  callers: ['merchant', 'portal'],
  scope: { resource: 'subscriptions', access: 'read' },
  params: idParam,
  answer: subscription,
  problems: ['not_found'],
})

/** Lists subscriptions with filters. */
export const findSubscriptions = operation({
  method: 'GET',
  path: '/subscriptions',
  summary: 'Find subscriptions',
  description: [
    'Lists subscriptions, latest first, cancelled ones too.',
    'All filters must hold together. `search` looks into the subscription’s id and into the customer’s id, `external_id`, name, e-mail address and telephone number. `total` is exact for the snapshot.',
  ],
  callers: ['merchant', 'portal'],
  scope: { resource: 'subscriptions', access: 'read' },
  query: z.strictObject({
    ...listQuery(['created_at', 'updated_at', 'next_billing_date', 'status']),
    ...filtersByCreatedAt,
    ...filtersByStatus('subscriptions', subscriptionStatuses),
    ...filtersByCustomer('subscriptions'),
    plan_id: idInput.optional().describe('Only subscriptions that are on this plan.'),
    discount_id: idInput.optional().describe('Only subscriptions whose next charge has this discount.'),
    quantity: integerText(1, 100_000).optional().describe('Only subscriptions of this many units.'),
    scheduled_change: z
      .enum(['true', 'false'])
      .optional()
      .describe('`true`: only subscriptions whose plan changes at the end of their period; `false`: only others.'),
  }),
  answer: listOf(subscription),
})

/** Ends a subscription now; nothing is refunded. */
export const cancelSubscription = operation({
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
  body: cancellationBody,
  answer: subscription,
  problems: ['not_found', 'payment_in_progress'],
})

/** Cancels a subscription at the end of its paid period. */
export const scheduleCancellation = operation({
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
  body: cancellationBody,
  answer: subscription,
  problems: ['not_found', 'subscription_not_changeable', 'payment_in_progress'],
})

/** Creates a link to a page on which the customer pays the debt of a past-due subscription. */
export const createRecoveryLink = operation({
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
  answer: recoveryLink,
  problems: ['not_found', 'subscription_not_changeable'],
})
