import { z } from 'zod'
import { digitalSupplies } from '../vocabulary/digital-supplies.ts'
import { checkoutPurposes } from '../vocabulary/statuses.ts'
import { countryCode, idOf, nullableText, timestamp } from './fields.ts'
import { quote, quoteLine } from './quote.ts'

/** A shopper's consent, in the words that they saw. */
export const consent = z
  .strictObject({
    id: idOf('consent').describe('Identifier of the consent.'),
    customer_id: idOf('cus').describe('Who agreed.'),
    payment_id: idOf('pay').nullable().describe('The payment that was agreed to; null for a change without a payment.'),
    subscription_id: idOf('sub')
      .nullable()
      .describe('The subscription that it began or changed; null for a one-off purchase, and if nothing was paid.'),
    session_id: z.uuid().nullable().describe('The client session; null if your backend sent the consent.'),
    plan_id: idOf('price').describe('The plan that was agreed to.'),
    purpose: z.enum(checkoutPurposes).describe('What the checkout was for.'),
    text: z
      .string()
      .describe(
        'The words that the checkout wrote; if `displayed_text` is not null, the shopper’s page showed that instead.',
      ),
    displayed_text: nullableText.describe(
      'What the document showed in place of these words, because an extension or a translator had changed it; null if it showed them. The browser states it, and the server cannot verify it.',
    ),
    locale: z.string().describe('Language tag of these words.'),
    version: z
      .string()
      .describe('Version of the wording rules that the words follow (`consent.version` of the checkout).'),
    country: countryCode
      .nullable()
      .describe('The country of sale, whose law the checkout followed; null if it was unknown.'),
    withdrawal_url: nullableText.describe(
      'Where the checkout told the shopper to withdraw from the contract: a page, or `mailto:` and an address. Null if it showed no notice of a right to withdraw, and for a consent that your backend sent.',
    ),
    immediate_supply: z
      .enum(digitalSupplies)
      .exclude(['none'])
      .nullable()
      .describe('What the shopper asked for before the time for withdrawal is over; null if they did not.'),
    agreed_at: timestamp.describe('When the shopper agreed, by the clock of their browser.'),
    received_at: timestamp.describe('When the server received it, by its wall clock.'),
    quote_hash: z.string().describe('Hash of the quote that was shown: the terms that were agreed to.'),
    due_now: quote.shape.due_now.describe('What was due when the shopper agreed.'),
    lines: z.array(quoteLine).describe('The calculation that was shown.'),
    next_charge: quote.shape.next_charge.describe('The next charge that was shown; null if none was to come.'),
    recurring: quote.shape.recurring.describe('What every interval costs after that; null for a one-off plan.'),
    created_at: timestamp.describe('When the payment or the change was begun, by the billing clock.'),
  })
  .meta({
    id: 'Consent',
    description:
      'The consent receipt of a shopper. An erasure removes the customer’s own words from it and keeps the rest.',
  })

/** A shopper's consent, in the words that they saw. */
export type Consent = z.infer<typeof consent>
