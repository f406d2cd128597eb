import { z } from 'zod'
import { address } from './address.ts'
import { idOf } from './fields.ts'

/** What is known about a card's first digits (interface 2.3). */
export const binData = z
  .strictObject({
    brand: z.string().nullable(),
    country: z.string().nullable(),
    currency_code: z.string().nullable(),
    description: z.string().nullable(),
    funding: z.string().nullable(),
    issuer: z.string().nullable(),
    type: z.string().nullable(),
  })
  .meta({ id: 'BinData' })

/** What is known about a card's first digits (interface 2.3). */
export type BinData = z.infer<typeof binData>

/** Card details (interface 2.3); `number` is masked to its first six and last four digits (decisions 8). */
export const cardDetails = z
  .strictObject({
    bin: z.string().nullable(),
    bin_data: binData,
    exp_month: z.int().min(1).max(12),
    exp_year: z.int().min(2000).max(2999),
    is_network_tokenized: z.boolean(),
    last4: z.string(),
    number: z
      .string()
      .regex(/^[0-9*]+$/)
      .nullable(),
  })
  .meta({ id: 'CardDetails' })

/** Card details (interface 2.3). */
export type CardDetails = z.infer<typeof cardDetails>

const paypalDetails = z.strictObject({
  payer_info: z.strictObject({
    email: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    payer_id: z.string().nullable(),
  }),
})
const methodOf = <Type extends string, Details extends z.ZodType>(type: Type, details: Details) =>
  z.strictObject({ id: idOf('pm'), type: z.literal(type), details, billing_address: address.nullable() })

/** A payment method of any of the six kinds (interface 2.3, decisions 8). */
export const paymentMethod = z
  .discriminatedUnion('type', [
    methodOf('CARD', cardDetails),
    methodOf('PAYPAL', paypalDetails),
    methodOf('VENMO', z.strictObject({ username: z.string().nullable() })),
    methodOf('CASHAPP', z.strictObject({ cashtag: z.string().nullable() })),
    methodOf('APPLE_PAY', cardDetails),
    methodOf('GOOGLE_PAY', cardDetails),
  ])
  .meta({ id: 'PaymentMethod' })

/** What is known of a payment method of one of the kinds (interface 2.3, decisions 8). */
export type PaymentMethodDetails = PaymentMethod['details']

/** A payment method (interface 2.3). */
export type PaymentMethod = z.infer<typeof paymentMethod>
