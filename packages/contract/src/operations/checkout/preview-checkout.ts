import { z } from 'zod'
import { checkout } from '../../resources/checkout.ts'
import { countryCode, idInput, localeInput } from '../../resources/fields.ts'
import { quantity, quantityDescription } from '../../resources/plan.ts'
import { filledText } from '../../resources/text.ts'
import { none } from '../parts/common-parts.ts'
import { operation } from '../parts/operation.ts'
import { discountReference } from '../parts/session-members.ts'

/** Returns the checkout that a new customer in a country would see; changes nothing. */
export const previewCheckout = operation({
  name: 'previewCheckout',
  method: 'POST',
  path: '/checkout/preview',
  summary: 'Preview a checkout',
  description: [
    'Answers what the checkout of a plan would show to a customer who buys for the first time: the price of their country, tax, trial, discount, and what their law asks for. It is the same calculation that a session makes. Set the answer as the property `preview` of the `<billing-checkout>` element to show it.',
    'It changes and stores nothing, so a key that may only read plans may ask. Nothing can be paid with the answer: the `id` of its session is of no session, and `client_token` is null. It lists no `wallet_frames`, because the button of a processor’s own needs a session.',
    'A discount counts for a customer who has redeemed none.',
  ],
  callers: ['merchant'],
  scope: { resource: 'plans', access: 'read' },
  params: none,
  query: none,
  body: z.strictObject({
    plan: z
      .strictObject({
        id: idInput.describe('Identifier of the plan.'),
        quantity: quantity.nullish().describe(quantityDescription),
      })
      .describe('What is bought.'),
    country: countryCode
      .nullish()
      .describe('Country of the customer, which selects the price, and decides about tax and law; null: unknown.'),
    state: filledText(100)
      .nullish()
      .describe('State or province of the customer, if tax depends on it; a code such as `CA`.'),
    locale: localeInput.nullish().describe('Language tag that texts and amounts are written for. Default `en`.'),
    discount: discountReference
      .nullish()
      .describe(
        'The discount that the purchase redeems. One that cannot be redeemed is refused with `discount_invalid`.',
      ),
  }),
  answer: checkout,
  problems: ['not_found', 'plan_archived', 'discount_invalid'],
})
