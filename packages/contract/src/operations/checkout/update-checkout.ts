import { z } from 'zod'
import { addressChange } from '../../resources/address.ts'
import { checkout } from '../../resources/checkout.ts'
import { idInput, pageLocale } from '../../resources/fields.ts'
import { operation } from '../parts/operation.ts'

/**
 * Sends the checkout the shopper's place (only the fields that tax depends on), a discount code, or the subscription whose plan the shopper
 * changes instead of buying a second one. Returns the checkout with its new quote. If the country changes and the request has no state or
 * postal code, the earlier ones are cleared.
 */
export const updateCheckout = operation({
  name: 'updateCheckout',
  method: 'PATCH',
  path: '/checkout/{session_id}',
  summary: 'Say where the shopper is, enter a code, or change a plan',
  description: [
    'States where the shopper is, as far as tax depends on it, and returns the checkout with the amount that is due then. The `<billing-checkout>` element calls it, for its own session only.',
    'A place changes tax alone, never price or currency: those follow from the country that your backend knows. Parts that are absent stay as they were said before; another country forgets the state and the postal code that were said with the one before. Nothing is charged.',
    'A session that is refused with `already_subscribed` may name a subscription in `refusal`. With its id the session becomes a change of that subscription to the plan of the session, and the answer says what is due for it.',
    'With `discount_code` the session has the discount of that code, if `allow_codes` of the checkout is true; the answer has the new quote. A code that cannot be redeemed changes nothing: the request is refused with `discount_invalid`, and `details` say why. After 20 wrong codes from one network within an hour further codes are refused with `too_many_attempts`.',
  ],
  callers: ['widget'],
  scope: null,
  params: z.strictObject({ session_id: idInput.describe('Identifier of the client session.') }),
  query: z.strictObject({
    locale: pageLocale
      .optional()
      .describe('Language tag that texts and amounts are written for; absent, or no tag: the session’s, else English.'),
  }),
  body: addressChange
    .pick({ country: true, state: true, postal_code: true })
    .extend({
      subscription: z
        .strictObject({ id: idInput.describe('Identifier, as `refusal.subscription.id` has it.') })
        .optional()
        .describe('The subscription to change instead of buying another.'),
      discount_code: z
        .string()
        .max(200)
        .nullable()
        .optional()
        .describe(
          'The code of a discount as the shopper typed it, compared without case and spaces around it; it replaces the discount of the session. null: no discount.',
        ),
    })
    .describe('Where the shopper is, or what they change. Parts that are absent stay as they were said before.'),
  answer: checkout,
  problems: [
    'session_completed',
    'session_expired',
    'payment_in_progress',
    'not_found',
    'discount_invalid',
    'too_many_attempts',
  ],
})
