import { z } from 'zod'
import { addressChange } from '../resources/address.ts'
import { amount, currencyCode, idInput } from '../resources/fields.ts'
import { metadataChange } from '../resources/metadata.ts'
import { payment } from '../resources/payment.ts'
import { filledText, text } from '../resources/text.ts'
import { accountTypes, deviceWalletTypes } from '../vocabulary/card-terms.ts'
import { consentReceipt } from './consent-receipt.ts'
import { operation } from './operation.ts'
import { none } from './parts.ts'

const savedMethod = z.strictObject({ id: idInput })

const sealedCard = z.strictObject({
  type: z.literal('CARD'),
  details: z.strictObject({
    encrypted: text(8192).regex(/^[\w-]+(\.[\w-]*){4}$/, 'must be a compact JWE made by the card frame'),
  }),
  billing_address: addressChange.nullish(),
})

/** An account elsewhere: the answer says where the shopper approves. */
const account = z.strictObject({ type: z.enum(accountTypes), billing_address: addressChange.nullish() })

/** What the wallet of the shopper's device gave, opaque and good once. */
const deviceWallet = z.strictObject({
  type: z.enum(deviceWalletTypes),
  details: z.strictObject({ token: filledText(16_384) }),
  billing_address: addressChange.nullish(),
})

/** Pays: a shopper by client token with a sealed or saved method, a merchant by key with a customer's stored method. */
export const createPayment = operation({
  name: 'createPayment',
  method: 'POST',
  path: '/payments',
  summary: 'Create a payment',
  section: 'interface 4.4, decisions 8',
  callers: ['merchant', 'widget'],
  scope: { resource: 'payments', access: 'write' },
  params: none,
  query: none,
  body: z.strictObject({
    customer: z.strictObject({ id: idInput.optional(), external_id: filledText(255).optional() }).optional(),
    plan: z.strictObject({ id: idInput }).optional(),
    subscription: z.strictObject({ id: idInput }).optional(),
    metadata: metadataChange.optional(),
    payment_method: z.union([savedMethod, sealedCard, account, deviceWallet]).optional(),
    expected: z
      .strictObject({ amount, currency: currencyCode, quote: filledText(200).optional() })
      .optional()
      .meta({ description: 'What the payer was shown; any difference is answered with amount_changed.' }),
    consent: consentReceipt
      .optional()
      .meta({ description: 'What the shopper agreed to. A client token always sends it; an API key need not.' }),
    store: z.boolean().optional(),
  }),
  answer: payment,
  problems: [
    'not_found',
    'plan_archived',
    'payment_method_required',
    'card_token_invalid',
    'amount_below_minimum',
    'address_required',
    'session_completed',
    'session_expired',
    'payment_in_progress',
    'amount_changed',
    'already_subscribed',
    'subscription_not_changeable',
    'currency_mismatch',
    'too_many_attempts',
  ],
})
