import { z } from 'zod'
import { operation } from '../parts/operation.ts'
import { discountReference } from '../parts/session-members.ts'
import { addressChange } from '../../resources/address.ts'
import { checkout } from '../../resources/checkout.ts'
import { countryCode, idInput, localeInput, pageLocale } from '../../resources/fields.ts'
import { quantity, quantityDescription } from '../../resources/plan.ts'
import { filledText } from '../../resources/text.ts'

/** Returns the public keys for encrypting cards, as a JWK Set. */
export const findCardKeys = operation({
  method: 'GET',
  path: '/card-keys',
  summary: 'Find the card keys',
  description: [
    'Answers the public keys that cards are sealed with, as a JWK Set (RFC 7517). Only tools need it: the card frame brings its key along.',
    'Keys change from time to time; a card that was sealed with an older one is accepted for a while.',
  ],
  callers: ['anyone'],
  scope: null,
  answer: z.strictObject({
    keys: z
      .array(
        z
          .strictObject({
            kty: z.literal('RSA').describe('Kind of the key.'),
            kid: z.string().describe('Identifier of the key, which goes into the header of the sealed card.'),
            use: z.literal('enc').describe('The key is for encrypting only.'),
            alg: z.literal('RSA-OAEP-256').describe('Algorithm that the key is used with.'),
            n: z.string().describe('Modulus, base64url.'),
            e: z.string().describe('Exponent, base64url.'),
          })
          .describe('A public key as a JSON Web Key.'),
      )
      .describe('The keys that are accepted; the first is the one to seal with.'),
  }),
})

/** Returns everything that the element needs in one answer. Anyone who knows the session's id may call it. */
export const findCheckout = operation({
  method: 'GET',
  path: '/checkout/{session_id}',
  summary: 'Read a checkout',
  description: [
    'Answers everything that the checkout page needs at once: session, quote, texts of amounts, saved methods, what the law asks for, and a client token for what comes next. The `<billing-checkout>` element calls it; a backend has no need to.',
    'The session’s id is the capability: no credential is needed, and the answer shows of the customer only what may be on their screen. A page that calls must be served from an origin that your organization allows.',
    'It charges nothing. The amount due is frozen for half an hour when the session is opened or changed. After that, this request freezes it for another half hour at most. The amount shown is the amount charged. A known session is always answered, whatever its phase. The receipt of a completed one is shown for 24 hours, after that only its phase.',
  ],
  callers: ['anyone'],
  scope: null,
  params: z.strictObject({ session_id: idInput.describe('Identifier of the client session.') }),
  query: z.strictObject({
    locale: pageLocale
      .optional()
      .describe(
        'Language tag that texts and amounts are written for; absent, or no tag: the session’s, else the browser’s.',
      ),
  }),
  answer: checkout,
  problems: ['not_found', 'origin_not_allowed'],
})

/**
 * Sets the shopper's place (only the fields that tax depends on), a discount code, or the subscription whose plan the shopper changes
 * instead of buying another subscription. Returns the checkout with its new quote. If the country changes and the request has no state or
 * postal code, the earlier ones are cleared.
 */
export const updateCheckout = operation({
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

/** Returns the checkout that a new customer in a country would see; changes nothing. */
export const previewCheckout = operation({
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
