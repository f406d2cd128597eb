import { z } from 'zod'
import { addressChange } from '../../resources/address.ts'
import { idInput } from '../../resources/fields.ts'
import { metadataChange } from '../../resources/metadata.ts'
import { payment } from '../../resources/payment.ts'
import { quantityDescriptionForChanges, quantity } from '../../resources/plan.ts'
import { filledText, text } from '../../resources/text.ts'
import { accountTypes, deviceWalletTypes } from '../../vocabulary/card-terms.ts'
import { consentReceipt } from '../parts/consent-receipt.ts'
import { discountReference } from '../parts/session-members.ts'
import { expectedCharge } from '../parts/expected-charge.ts'
import { operation } from '../parts/operation.ts'

const billingAddress = addressChange.nullish().describe('Address that the bank may check.')

const savedMethod = z
  .strictObject({ id: idInput.describe('Identifier of a stored payment method of the customer.') })
  .describe('A stored payment method.')

const sealedCard = z
  .strictObject({
    type: z.literal('CARD').describe('A card that the card frame sealed.'),
    details: z
      .strictObject({
        encrypted: text(8192)
          .regex(/^[\w-]+(\.[\w-]*){4}$/, 'must be a compact JWE made by the card frame')
          .describe(
            'What the card frame made of the card: a compact JWE, good for this session, once, for 15 minutes.',
          ),
      })
      .describe('The sealed card.'),
    billing_address: billingAddress,
  })
  .describe('A card that the shopper has just typed; with a client token only.')

/** A token that a processor's component on our page created. */
const processorToken = (what: string) =>
  z.strictObject({
    processor_token: filledText(2000).describe(what),
    connection: filledText(255).describe('The connection to the processor that made it.'),
  })

/** A card that the shopper entered in the processor's own fields; the fields returned a token. */
const tokenizedCard = z
  .strictObject({
    type: z.literal('CARD').describe('A card that was entered in the processor’s own fields.'),
    details: processorToken('What the processor’s fields made of the card; good for one payment.').describe(
      'The token of the card.',
    ),
    billing_address: billingAddress,
  })
  .describe('A card that a processor has made a token of; with a client token only.')

/** A PayPal, Venmo or Cash App account. The answer contains the address of the page on which the shopper approves the payment. */
const account = z
  .strictObject({
    type: z.enum(accountTypes).describe('Kind of the account.'),
    billing_address: billingAddress,
  })
  .describe('An account elsewhere, which the shopper approves on another page; with a client token only.')

/** A card in a device wallet (Apple Pay, Google Pay) that the processor's own button opened; the button returned a token. */
const tokenizedWallet = z
  .strictObject({
    type: z.enum(deviceWalletTypes).describe('Kind of the wallet.'),
    details: processorToken(
      'What the processor’s button made of the card in the wallet; good for one payment, and for this kind of wallet alone.',
    ).describe('The token of the card in the wallet.'),
    billing_address: billingAddress,
  })
  .describe('The wallet of the shopper’s device, of whose card a processor has made a token; with a client token only.')

/** The payment token that the shopper's device wallet created; opaque to us, and valid once. */
const deviceWallet = z
  .strictObject({
    type: z.enum(deviceWalletTypes).describe('Kind of the wallet.'),
    details: z
      .strictObject({ token: filledText(16_384).describe('The payment token that the device gave; good once.') })
      .describe('What the device gave.'),
    billing_address: billingAddress,
  })
  .describe('The wallet of the shopper’s device; with a client token only.')

/** Makes a payment: a shopper pays with a client token by an encrypted or saved method; a merchant charges a stored method with a key. */
export const createPayment = operation({
  method: 'POST',
  path: '/payments',
  summary: 'Create a payment',
  description: [
    'Pays. What it does depends on who calls.',
    '**With an API key** it charges a stored payment method of `customer` for `plan` without the shopper (`MIT`), and answers with the outcome. A recurring plan opens a subscription; with `subscription.id` and another plan or quantity it changes that subscription’s plan with an immediate charge; with `subscription.id` alone it recovers one that is past due or cancelled; `subscription.status` makes sure which. The method is the one that is named by `payment_method.id`, else the one that pays the subscription, else the customer’s latest. An API key never sends a card.',
    '**With a client token** it pays the token’s own session with a card that the card frame sealed, a wallet, an account, or a saved method. Customer, plan and subscription come from the session and may not be contradicted; `metadata` may not be sent; `expected` and `consent` must be.',
    'A declined card is no error: the answer is 200 with a payment whose `payment_status` is `DECLINED`. `PENDING` means that the outcome is not known yet, because the processor did not answer or the shopper has to do something (`next_action`). Follow it by `findPayment` or the events, and never charge again instead. An error means that this request charged nothing.',
    'Send an `Idempotency-Key`. If the answer gets lost, the same request with the same key finds the payment that was made, or makes it now; one without a key may charge twice. Whatever the keys, an unfinished payment of the same customer for the same plan or subscription refuses another with `payment_in_progress`, and a live subscription to the plan with `already_subscribed`.',
    'Payment, subscription and events are written together or not at all. The amount is the plan’s price for the customer’s country with tax: it cannot be chosen. `expected` makes sure that it is the one that was shown.',
  ],
  callers: ['merchant', 'widget'],
  scope: { resource: 'payments', access: 'write' },
  body: z.strictObject({
    customer: z
      .strictObject({
        id: idInput.optional().describe('Identifier of the customer.'),
        external_id: filledText(255).optional().describe('Your own identifier of the customer.'),
      })
      .optional()
      .describe('Who pays. An API key names the customer by `id`, `external_id`, or both, which must then agree.'),
    plan: z
      .strictObject({
        id: idInput.describe('Identifier of the plan.'),
        quantity: quantity.optional().describe(quantityDescriptionForChanges),
      })
      .optional()
      .describe('What is bought, or changed to. An API key names a plan, a subscription, or both.'),
    discount: discountReference
      .optional()
      .describe(
        'The discount that a purchase of the plan redeems; with an API key only. A session names its own. One that cannot be redeemed is refused with `discount_invalid`; if it can no longer be when the payment is opened, with `amount_changed`.',
      ),
    subscription: z
      .strictObject({
        id: idInput.describe('Identifier of the subscription.'),
        status: z
          .enum(['past_due', 'cancelled'])
          .optional()
          .describe(
            'The status that the subscription is expected to have, with an API key only. If it has another one, the request is refused with `subscription_not_changeable`: `past_due` charges only what is owed, and never starts a subscription again that has ended meanwhile.',
          ),
      })
      .optional()
      .describe('The subscription that is changed or recovered; absent where a new one begins.'),
    metadata: metadataChange.optional().describe('Keys and values of your own for the payment; with an API key only.'),
    payment_method: z
      .union([savedMethod, sealedCard, tokenizedCard, account, deviceWallet, tokenizedWallet])
      .optional()
      .describe(
        'What is charged. A client token always names it; without it an API key charges the method that pays the subscription, else the customer’s latest.',
      ),
    expected: expectedCharge.describe(
      'What the payer was shown. Any difference is refused with `amount_changed`, and nothing is charged. A client token always sends it, with `quote`.',
    ),
    consent: consentReceipt
      .optional()
      .describe('What the shopper agreed to. A client token always sends it; an API key need not.'),
    store: z
      .boolean()
      .optional()
      .describe(
        'Whether to keep the method of a one-off payment for later, which the shopper must have asked for; other payments always keep it. Default false.',
      ),
  }),
  answer: payment,
  problems: [
    'not_found',
    'plan_archived',
    'discount_invalid',
    'payment_method_required',
    'card_token_invalid',
    'amount_below_minimum',
    'amount_not_representable',
    'address_required',
    'session_completed',
    'session_expired',
    'payment_in_progress',
    'amount_changed',
    'connection_changed',
    'already_subscribed',
    'subscription_not_changeable',
    'currency_mismatch',
    'too_many_attempts',
  ],
})
