import { z } from 'zod'
import { addressChange } from '../../resources/address.ts'
import { checkout } from '../../resources/checkout.ts'
import { idInput, localeWish } from '../../resources/fields.ts'
import { operation } from '../parts/operation.ts'

/**
 * Says where the shopper is, as far as tax depends on it, and answers the checkout anew. It changes tax only, never price
 * or currency. Another country without a state or postal code beside it forgets those that were said before.
 */
export const updateCheckout = operation({
  name: 'updateCheckout',
  method: 'PATCH',
  path: '/checkout/{session_id}',
  summary: 'Say where the shopper is, for tax',
  description: [
    'States where the shopper is, as far as tax depends on it, and returns the checkout with the amount that is due then. The `<billing-checkout>` element calls it, for its own session only.',
    'It changes tax alone, never price or currency: those follow from the country that your backend knows. Parts that are absent stay as they were said before; another country forgets the state and the postal code that were said with the one before. Nothing is charged.',
  ],
  callers: ['widget'],
  scope: null,
  params: z.strictObject({ session_id: idInput.describe('Identifier of the client session.') }),
  query: z.strictObject({
    locale: localeWish
      .optional()
      .describe('Language tag that texts and amounts are written for; absent, or no tag: the session’s, else English.'),
  }),
  body: addressChange
    .pick({ country: true, state: true, postal_code: true })
    .describe('Where the shopper is. Parts that are absent stay as they were said before.'),
  answer: checkout,
  problems: ['session_completed', 'session_expired', 'payment_in_progress'],
})
