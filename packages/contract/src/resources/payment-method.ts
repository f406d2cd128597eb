import { z } from 'zod'
import { address } from './address.ts'
import { idOf, nullableText } from './fields.ts'

/** Facts about a card that its first digits (BIN) determine. */
export const binData = z
  .strictObject({
    brand: nullableText.describe(
      'Network in lower case, such as `visa`, `mastercard`, `american-express`; null if it is unknown.',
    ),
    country: nullableText.describe('Two-letter country of the issuing bank; null if it is unknown.'),
    currency_code: nullableText.describe('Currency the card is billed in; null if it is unknown.'),
    description: nullableText.describe('Name of the card product; null if it is unknown.'),
    funding: nullableText.describe('`credit`, `debit`, `prepaid` or `unknown`.'),
    issuer: nullableText.describe('Name of the issuing bank; null if it is unknown.'),
    type: nullableText.describe('Whom the card was issued to: `consumer`, `commercial` or `unknown`.'),
  })
  .meta({ id: 'BinData', description: 'What is known about a card by its first digits.' })

/** Facts about a card that its first digits (BIN) determine. */
export type BinData = z.infer<typeof binData>

/** Card details; `number` is masked to its first six and last four digits. */
export const cardDetails = z
  .strictObject({
    bin: nullableText.describe('First six digits; null if the processor does not tell them.'),
    bin_data: binData.describe('What these digits say of the card.'),
    exp_month: z.int().min(1).max(12).describe('Month in which the card expires, 1 to 12.'),
    exp_year: z.int().min(2000).max(2999).describe('Year in which the card expires, four digits.'),
    is_network_tokenized: z
      .boolean()
      .describe('Whether the card network’s token stands for the number, as with the wallet of a device.'),
    last4: z.string().describe('Last four digits.'),
    number: z
      .string()
      .regex(/^[0-9*]+$/)
      .nullable()
      .describe(
        'Number with all but its first six and last four digits masked by `*`; null if the processor does not tell them. Never the whole number.',
      ),
  })
  .meta({ id: 'CardDetails', description: 'A card. Neither its whole number nor its security code is ever answered.' })

/** Card details. */
export type CardDetails = z.infer<typeof cardDetails>

const paypalDetails = z
  .strictObject({
    payer_info: z
      .strictObject({
        email: nullableText.describe('E-mail address of the account; masked for a client token.'),
        first_name: nullableText.describe('First name of its holder.'),
        last_name: nullableText.describe('Last name of its holder.'),
        payer_id: nullableText.describe('PayPal’s identifier of the account.'),
      })
      .describe(
        'Who holds the account. Each part is null until its holder has approved, or where PayPal does not tell it.',
      ),
  })
  .describe('A PayPal account.')

const membersOf = <Type extends string, Details extends z.ZodType>(type: Type, kind: string, details: Details) => ({
  id: idOf('pm').describe('Identifier of the payment method; it can be charged if it is listed with its customer.'),
  type: z.literal(type).describe('Kind of the payment method.'),
  details: details.describe(`What is known of the ${kind}.`),
  billing_address: address
    .nullable()
    .describe('Address that the bank may check; null if none was given, and always for a client token.'),
})

const methodOf = <Type extends string, Details extends z.ZodType>(type: Type, kind: string, details: Details) =>
  z.strictObject(membersOf(type, kind, details)).describe(`A payment method: ${kind}.`)

const paidSubscriptions = z
  .array(
    z
      .strictObject({
        id: idOf('sub').describe('Identifier of a subscription that the method paid.'),
        payment_method_id: idOf('pm')
          .nullable()
          .describe('The method that pays it from now on; null if its customer has no other that can be charged.'),
      })
      .describe('A subscription and what pays it now.'),
  )
  .describe('The subscriptions that the method paid and that are not cancelled; `[]` if it was detached before.')

const detachedMethodOf = <Type extends string, Details extends z.ZodType>(type: Type, kind: string, details: Details) =>
  z
    .strictObject({ ...membersOf(type, kind, details), subscriptions: paidSubscriptions })
    .describe(`A payment method: ${kind}.`)

const venmoDetails = z.strictObject({
  username: nullableText.describe('User name of the account; null until its holder has approved.'),
})

const cashAppDetails = z.strictObject({
  cashtag: nullableText.describe('Cashtag of the account; null until its holder has approved.'),
})

/** A payment method of any of the six kinds. */
export const paymentMethod = z
  .discriminatedUnion('type', [
    methodOf('CARD', 'card', cardDetails),
    methodOf('PAYPAL', 'PayPal account', paypalDetails),
    methodOf('VENMO', 'Venmo account', venmoDetails),
    methodOf('CASHAPP', 'Cash App account', cashAppDetails),
    methodOf('APPLE_PAY', 'card behind Apple Pay', cardDetails),
    methodOf('GOOGLE_PAY', 'card behind Google Pay', cardDetails),
  ])
  .meta({ id: 'PaymentMethod', description: 'A card, an account or a wallet. `type` decides what `details` holds.' })

/** The details of a payment method; they depend on its kind. */
export type PaymentMethodDetails = PaymentMethod['details']

/** A payment method of any of the six kinds. */
export type PaymentMethod = z.infer<typeof paymentMethod>

/** A detached payment method, and what happened to the subscriptions that it paid for. */
export const detachedPaymentMethod = z
  .discriminatedUnion('type', [
    detachedMethodOf('CARD', 'card', cardDetails),
    detachedMethodOf('PAYPAL', 'PayPal account', paypalDetails),
    detachedMethodOf('VENMO', 'Venmo account', venmoDetails),
    detachedMethodOf('CASHAPP', 'Cash App account', cashAppDetails),
    detachedMethodOf('APPLE_PAY', 'card behind Apple Pay', cardDetails),
    detachedMethodOf('GOOGLE_PAY', 'card behind Google Pay', cardDetails),
  ])
  .meta({
    id: 'DetachedPaymentMethod',
    description: 'A payment method that is no longer charged, and the subscriptions that it paid.',
  })

/** A detached payment method. */
export type DetachedPaymentMethod = z.infer<typeof detachedPaymentMethod>
