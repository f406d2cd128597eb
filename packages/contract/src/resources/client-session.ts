import { z } from 'zod'
import { currencyPositions, intervalUnits, planTypes, prorationBillingModes } from '../vocabulary/plan-terms.ts'
import { amount, currencyCode, idOf, timestamp } from './fields.ts'
import { metadata } from './metadata.ts'

/** An amount as it is charged, ready for display (interface 2.7). */
export const paymentMoney = z
  .strictObject({
    amount: z.int(),
    currency: z.string(),
    currency_decimals: z.int(),
    currency_position: z.enum(currencyPositions),
    currency_symbol: z.string(),
    formatted_amount: z.string(),
  })
  .meta({ id: 'PaymentMoney' })

/** An amount as it is charged, ready for display (interface 2.7). */
export type PaymentMoney = z.infer<typeof paymentMoney>

/** The same amount in the shopper's own currency, for display only (interface 2.7). */
export const localMoney = z
  .strictObject({
    ...paymentMoney.shape,
    currency_exchange_rate: z.number(),
    formatted_amount_rounded: z.string(),
  })
  .meta({ id: 'LocalMoney' })

/** The same amount in the shopper's own currency, for display only (interface 2.7). */
export type LocalMoney = z.infer<typeof localMoney>

const bothMoneys = z.strictObject({ local: localMoney, payment: paymentMoney })

/** Pricing and display data of a session's plan (interface 2.7). */
export const currencyDetails = z
  .strictObject({
    plan: z.strictObject({
      local: localMoney,
      payment: paymentMoney,
      due_now: bothMoneys,
      trial: bothMoneys.nullable(),
    }),
  })
  .meta({ id: 'CurrencyDetails' })

/** Pricing and display data of a session's plan (interface 2.7). */
export type CurrencyDetails = z.infer<typeof currencyDetails>

/** A client session (interface 2.7). */
export const clientSession = z
  .strictObject({
    id: z.uuid(),
    expiry_date: timestamp,
    customer: z
      .strictObject({
        email: z.string().nullable(),
        external_id: z.string().nullable(),
        id: idOf('cus').nullable(),
        metadata,
      })
      .nullable(),
    payment: z.strictObject({ metadata }),
    plan: z
      .strictObject({
        id: idOf('price'),
        name: z.string(),
        type: z.enum(planTypes),
        interval: z.enum(intervalUnits).nullable(),
        interval_count: z.int().nullable(),
        amount,
        currency: currencyCode,
        created_at: timestamp,
        updated_at: timestamp,
        trial: z
          .strictObject({
            amount,
            currency: currencyCode,
            interval: z.enum(intervalUnits),
            interval_count: z.int(),
          })
          .nullable(),
      })
      .nullable(),
    subscription: z
      .strictObject({
        id: idOf('sub').nullable(),
        metadata,
        proration_billing_mode: z.enum(prorationBillingModes).nullable(),
      })
      .nullable(),
    currency_details: currencyDetails.nullable(),
  })
  .meta({ id: 'ClientSession' })

/** A client session (interface 2.7). */
export type ClientSession = z.infer<typeof clientSession>
