import { z } from 'zod'
import { addressChange } from '../../resources/address.ts'
import { countryCode, emailInput, idInput, localeInput } from '../../resources/fields.ts'
import { metadataChange } from '../../resources/metadata.ts'
import { quantityDescriptionForChanges, quantity } from '../../resources/plan.ts'
import { filledText, personName } from '../../resources/text.ts'
import { discountCodePattern } from '../../vocabulary/discount-codes.ts'
import { prorationBillingModes } from '../../vocabulary/plan-terms.ts'

/** The text on the bank statement: 5 to 22 of the characters that card schemes allow. */
export const statementDescriptor = z
  .string()
  .regex(/^(?=.*[A-Za-z])[A-Za-z0-9 .,*&/+-]{5,22}$/, 'must be 5 to 22 letters, digits, spaces or . , * & / + -')

/** The address on the merchant's site to which our own page links back. */
export const returnUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).max(2000)

/** A code as a shopper enters it: 3 to 50 letters, digits, `-` and `_`. */
export const discountCode = z
  .string()
  .regex(discountCodePattern, 'must be 3 to 50 letters A to Z, digits, hyphens or underscores')

/** The discount that a purchase redeems, by id or code. */
export const discountReference = z
  .strictObject({
    id: idInput.nullish().describe('Identifier of the discount.'),
    code: discountCode.nullish().describe('Code of the discount, compared without case; instead of `id`.'),
  })
  .refine(({ id, code }) => (id == null) !== (code == null), 'must name the discount by id or by code, not both')

/** The members of a client session's body. Creating and updating share them. */
export const sessionMembers = z.strictObject({
  customer: z
    .strictObject({
      id: idInput.nullish().describe('Identifier of a customer that exists; instead of `external_id`.'),
      external_id: filledText(255)
        .nullish()
        .describe('Your own identifier: names the customer that has it, or the one that the first payment creates.'),
      email: emailInput.nullish().describe('E-mail address.'),
      full_name: personName(200).nullish().describe('Name of the customer.'),
      phone: filledText(50).nullish().describe('Telephone number in any form.'),
      address: addressChange.nullish().describe('Address; its country selects prices, and it decides about tax.'),
      country: countryCode.nullish().describe('Short for `address.country`.'),
      metadata: metadataChange.nullish().describe('Keys and values of your own for the customer.'),
    })
    .refine(
      (customer) => !(customer.id && customer.external_id),
      'must name the customer by id or by external_id, not both',
    )
    .nullish()
    .describe('Who buys. What is said here overwrites what is known of the customer once the session is paid.'),
  plan: z
    .strictObject({
      id: idInput.nullish().describe('Identifier of the plan.'),
      quantity: quantity.nullish().describe(quantityDescriptionForChanges),
    })
    .nullish()
    .describe('What is bought, or changed to.'),
  discount: discountReference
    .nullish()
    .describe(
      'The discount that a purchase of the plan redeems. One that cannot be redeemed is refused with `discount_invalid`. A subscription that exists keeps its own.',
    ),
  subscription: z
    .strictObject({
      id: idInput.nullish().describe('Identifier of a subscription that exists; absent where a new one begins.'),
      metadata: metadataChange.nullish().describe('Keys and values of your own for the subscription.'),
      proration_billing_mode: z
        .enum(prorationBillingModes)
        .nullish()
        .describe(
          'How a change of plan is billed. `at_period_end` switches the plan when the current period ends, every other mode at once. Default `prorated_immediately`.',
        ),
    })
    .nullish()
    .describe('The subscription that is changed, or what a new one carries.'),
  payment: z
    .strictObject({
      metadata: metadataChange.nullish().describe('Keys and values of your own for the payment.'),
      statement_descriptor: statementDescriptor
        .nullish()
        .describe('What the bank statement says: 5 to 22 characters. Default: the organization’s own.'),
    })
    .nullish()
    .describe('What the session’s payment carries.'),
  options: z
    .strictObject({
      currency_details: z
        .boolean()
        .nullish()
        .describe('Whether the session is answered with amounts ready for display. Default true.'),
      payment_methods_mode: z
        .enum(['saved_or_new', 'new_only'])
        .nullish()
        .describe('Whether stored methods may be used (`saved_or_new`, the default) or new ones only.'),
      payment_method_collection: z
        .enum(['always', 'if_required'])
        .nullish()
        .describe(
          'Whether a free trial needs a payment method: `always`, the default, or `if_required`, which starts it without one if your backend names the customer by `id` or `external_id` and no such trial of the plan or its group was started from the same network address in the last 30 days; otherwise the checkout takes a method. An e-mail address that has had the trial gets the price without one. What costs nothing at every renewal never needs a method.',
        ),
      locale: localeInput
        .nullish()
        .describe(
          'Language tag of texts and amounts. It never changes price or currency. Default: the page’s. Once the session is paid, it is the `locale` of its customer.',
        ),
      expires_in: z
        .int()
        .min(300)
        .max(604_800)
        .nullish()
        .describe('Seconds until the session expires, 300 to 604800. Default 86400, a day.'),
      trial: z
        .enum(['once', 'always'])
        .nullish()
        .describe('Whether a plan’s trial is given once to a customer and card (`once`, the default) or `always`.'),
      allow_codes: z
        .boolean()
        .nullish()
        .describe('Whether the checkout of a purchase has a field for the code of a discount. Default false.'),
      return_url: returnUrl
        .nullish()
        .describe(
          'Address of the link back to your site on our page `/pay/{session_id}` after the payment; default: `cancel_url`. The page does not redirect. Its origin must be one of the organization’s `allowed_origins`, and in live mode https.',
        ),
      cancel_url: returnUrl
        .nullish()
        .describe(
          'Address of that link until the session is paid; the same rules apply. Not the setting `cancel_url`, where subscriptions are cancelled.',
        ),
    })
    .nullish()
    .describe('How the checkout behaves.'),
})

/** The body of creating or updating a client session. */
export type SessionMembers = z.infer<typeof sessionMembers>
