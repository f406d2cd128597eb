import { z } from 'zod'
import { deviceWalletTypes, paymentMethodTypes } from '../vocabulary/card-terms.ts'
import { digitalSupplies } from '../vocabulary/digital-supplies.ts'
import { checkoutPhases, checkoutPurposes, subscriptionStatuses } from '../vocabulary/statuses.ts'
import { clientSession } from './client-session.ts'
import { checkoutDiscount } from './discount.ts'
import { amount, idOf, nullableText, timestamp } from './fields.ts'
import { payment } from './payment.ts'
import { quote, quoteDisplay } from './quote.ts'

/** The part of a stored payment method that the element may see. */
export const savedMethod = z
  .strictObject({
    id: z.string().describe('Identifier of the payment method; pay with it as `payment_method.id`.'),
    type: z.enum(paymentMethodTypes).describe('Kind of the payment method.'),
    brand: nullableText.describe('Card network in lower case; null for an account.'),
    last4: nullableText.describe('Last four digits of the card; null for an account.'),
    exp_month: z.int().nullable().describe('Month in which the card expires; null for an account.'),
    exp_year: z.int().nullable().describe('Year in which the card expires; null for an account.'),
    label: nullableText.describe(
      'What its holder knows an account by: a masked e-mail address, a user name; null for a card.',
    ),
  })
  .meta({
    id: 'SavedMethod',
    description: 'A stored payment method, with only the details by which its holder recognizes it.',
  })

/** The part of a stored payment method that the element may see. */
export type SavedMethod = z.infer<typeof savedMethod>

const framedWallet = z
  .strictObject({
    type: z.enum(deviceWalletTypes).describe('Kind of the wallet.'),
    url: z
      .string()
      .describe(
        'Document of the frame with its button, for what `quote` says is due now. What comes out of it is a token of the processor, to be paid with as `processor_token`.',
      ),
  })
  .describe('A wallet of the shopper’s device that is paid with by the button of its processor.')

const shownSubscription = z
  .strictObject({
    status: z.enum(subscriptionStatuses).describe('Status of the subscription.'),
    plan_name: z.string().describe('Name of the plan that it is on.'),
    current_period_end: timestamp.describe('When its current period, or trial, ends.'),
    method: savedMethod.nullable().describe('Payment method that it is charged by; null if it has none.'),
  })
  .describe('The subscription that the session changes.')

/** The seller, as shoppers see it. */
export const merchant = z
  .strictObject({
    name: z.string().describe('Name of the seller.'),
    terms_url: nullableText.describe('Page with the terms of sale; null if none is set.'),
    privacy_url: nullableText.describe('Page about privacy; null if none is set.'),
    support_email: nullableText.describe('E-mail address for questions; null if none is set.'),
    cancel_url: nullableText.describe('Page where a subscription is cancelled; null if none is set.'),
  })
  .describe('Who sells, from the organization’s settings.')

/** The law's requirements in the shopper's country before a payment. */
const consentNeeded = z
  .strictObject({
    country: nullableText.describe('Country whose rules these are; null if it is unknown.'),
    checkbox_required: z.boolean().describe('Whether an unticked box must be ticked before paying.'),
    obligation_button: z
      .boolean()
      .describe(
        'Whether the button must say that it obliges to pay, and nothing else, as in the EU and the UK; the amount stands in the line above it.',
      ),
    withdrawal: z
      .strictObject({
        url: z.string().describe('Where the buyer withdraws: a page, or `mailto:` and an address.'),
        supply: z
          .enum(digitalSupplies)
          .describe('What the shopper asks for, by the box, before the time for withdrawal is over.'),
      })
      .nullable()
      .describe(
        'The right to withdraw from the contract within 14 days; null if the country has none, or the organization has not said how.',
      ),
    address_fields: z
      .array(z.enum(['country', 'state', 'postal_code']).describe('A part of the address.'))
      .describe(
        'The parts of the address to ask the shopper for because tax depends on them, including those already given.',
      ),
    address_regions: z
      .array(
        z.strictObject({
          code: z.string().describe('Code of the region, as `updateCheckout` takes it.'),
          name: z.string().describe('Its local name.'),
        }),
      )
      .describe(
        'The regions of the country among which the shopper chooses the `state`; `[]` if it is not asked for, or is typed.',
      ),
    version: z.string().describe('Version of the wording rules; goes back with the consent receipt.'),
  })
  .describe('What the law of this country asks for before a payment may be made.')

const taxAddress = z
  .strictObject({
    country: nullableText.describe('Two-letter country; null if they did not say it.'),
    state: nullableText.describe('State or province; null if they did not say it.'),
    postal_code: nullableText.describe('Postal code; null if they did not say it.'),
  })
  .describe('The place that the shopper entered.')

const clocks = z
  .strictObject({
    wall: timestamp.describe('Real time at the server.'),
    billing: timestamp.describe('Time by the billing clock, which a sandbox can move.'),
  })
  .describe('What time it is.')

/** Everything that the element needs, in one answer. All amounts of money are formatted for `locale`. */
export const checkout = z
  .strictObject({
    session: clientSession.describe('The client session, without what only your backend may see.'),
    client_token: nullableText.describe(
      'Credential for this session, good for at most 15 minutes; read the checkout again for another. Null once the session is expired or completed.',
    ),
    purpose: z
      .enum(checkoutPurposes)
      .nullable()
      .describe('What the session is for; null while it is incomplete, and 24 hours after it was completed.'),
    missing: z.array(z.string()).describe('What an incomplete session lacks; else `[]`.'),
    phase: z
      .enum(checkoutPhases)
      .describe('`open`: can be paid. `processing`: a payment is under way. `completed`: paid. `expired`: too late.'),
    payment: payment
      .nullable()
      .describe('The payment to wait for, or the latest result, also of one that was declined; null before the first.'),
    unwanted_payment: z
      .strictObject({
        amount: amount.describe('What was paid, in minor units; 0 where a payment method was only verified.'),
        formatted_amount: z.string().describe('The amount, written for the locale.'),
      })
      .nullable()
      .describe(
        'What `payment` paid for had been settled or changed before it was approved, so its money goes back by itself, and the session is `expired`; null for any other payment.',
      ),
    quote: quote
      .nullable()
      .describe(
        'What the shopper has to agree to, or has agreed to if a payment is under way or was made; null if there is neither.',
      ),
    quote_display: quoteDisplay.nullable().describe('The quote, written for the locale; null if there is no quote.'),
    allow_codes: z
      .boolean()
      .describe(
        'Whether the shopper may enter the code of a discount: if `options.allow_codes` is set and a purchase is open.',
      ),
    discount: checkoutDiscount
      .nullable()
      .describe('The discount that `quote` has; null if it has none, and if there is no quote.'),
    subscription: shownSubscription
      .nullable()
      .describe('The subscription that the session changes; null if it begins a new one.'),
    payment_methods: z
      .array(savedMethod)
      .describe(
        'Stored methods to choose from, newest first and at most 20; `[]` for a customer who is known by e-mail address alone.',
      ),
    needs_method: z
      .boolean()
      .describe(
        'Whether paying takes a payment method; false for what costs nothing, such as a free plan, a free trial without a method, or a change that is not charged now.',
      ),
    method_kinds: z
      .array(z.enum(paymentMethodTypes).describe('A kind of payment method.'))
      .describe('Kinds of payment method that can be paid with here.'),
    connections: z
      .partialRecord(z.enum(paymentMethodTypes), z.string())
      .describe(
        'The connection to a processor that charges each of these kinds now. A page that holds a processor’s token names the connection in the payment. The payment is refused with `connection_changed` if another connection charges by then.',
      ),
    wallet_frames: z
      .array(framedWallet)
      .describe(
        'Further kinds that can be paid with here, in addition to `method_kinds`: their button is the processor’s own, in a frame.',
      ),
    refusal: z
      .strictObject({
        code: z
          .enum(['already_subscribed', 'too_many_attempts', 'unavailable'])
          .describe(
            'The error code that every payment of this session would be refused with; `unavailable` if there is nothing to pay with.',
          ),
        subscription: z
          .strictObject({
            id: idOf('sub').describe('Identifier.'),
            plan_name: z.string().describe('Name of the plan that it is on.'),
          })
          .nullable()
          .describe(
            'The subscription of this customer that can change to the plan of this session instead: `PATCH /checkout/{session_id}` with its id makes the session a plan change. Null for another code, if it is on this plan already, if it is billed in another currency, if there are several, and if your backend named the customer by e-mail address alone.',
          ),
      })
      .nullable()
      .describe('What would refuse every payment, to be said before a card is typed; null if we know of nothing.'),
    merchant,
    consent: consentNeeded,
    tax_address: taxAddress
      .nullable()
      .describe('The place that the shopper entered at this checkout, used only for tax; null until they enter one.'),
    locale: z.string().describe('Language tag that every text and amount of this answer is written for.'),
    mode: z.enum(['sandbox', 'live']).describe('Whether this is play money or real money.'),
    frame_origin: nullableText.describe(
      'Origin of the document of the card frame; null if it is the billing server’s own.',
    ),
    now: clocks,
  })
  .meta({ id: 'Checkout', description: 'Everything that the checkout page needs, in one answer.' })

/** Everything that the element needs, in one answer. */
export type Checkout = z.infer<typeof checkout>
