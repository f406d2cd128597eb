import { z } from 'zod'
import { idInput } from '../../resources/fields.ts'
import { metadataChange } from '../../resources/metadata.ts'
import { quantity, quantityDescription } from '../../resources/plan.ts'
import { subscription } from '../../resources/subscription.ts'
import { filledText } from '../../resources/text.ts'
import { none } from '../parts/common-parts.ts'
import { operation } from '../parts/operation.ts'
import { discountReference } from '../parts/session-members.ts'

/** Creates a subscription without a payment method, if it costs nothing now. */
export const createSubscription = operation({
  name: 'createSubscription',
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
  params: none,
  query: none,
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
