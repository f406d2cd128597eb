import { z } from 'zod'
import { addressChange } from '../resources/address.ts'
import { checkout } from '../resources/checkout.ts'
import { idInput, localeInput } from '../resources/fields.ts'
import { operation } from './operation.ts'

/**
 * Says where the shopper is, as far as tax depends on it, and answers the checkout anew. It changes tax only, never price
 * or currency. Another country without a state or postal code beside it forgets those that were said before.
 */
export const updateCheckout = operation({
  name: 'updateCheckout',
  method: 'PATCH',
  path: '/checkout/{session_id}',
  summary: 'Say where the shopper is, for tax',
  section: 'decisions 3',
  callers: ['widget'],
  scope: null,
  params: z.strictObject({ session_id: idInput }),
  query: z.strictObject({ locale: localeInput.optional() }),
  body: addressChange.pick({ country: true, state: true, postal_code: true }),
  answer: checkout,
  problems: [
    'not_found',
    'origin_not_allowed',
    'session_completed',
    'session_expired',
    'payment_in_progress',
    'amount_below_minimum',
    'unavailable',
  ],
})
