import { z } from 'zod'
import { authenticationFlows, checkResults, nextActionTypes, threeDSecureStatuses } from '../vocabulary/card-terms.ts'
import { adviceCodes, declineCodes } from '../vocabulary/declines.ts'
import { taxBehaviors, taxStatuses } from '../vocabulary/plan-terms.ts'
import { paymentStatuses, paymentTokenTypes, paymentTypes, refundStatuses } from '../vocabulary/statuses.ts'
import { embeddedCustomer } from './customer.ts'
import { amount, currencyCode, idOf, timestamp } from './fields.ts'
import { metadata } from './metadata.ts'
import { paymentMethod } from './payment-method.ts'
import { subscription } from './subscription.ts'

/** The latest refund of a payment (interface 2.6). */
export const refund = z
  .strictObject({
    amount,
    amount_usd: amount.nullable(),
    created_at: timestamp,
    processor_transaction_id: z.string().nullable(),
    status: z.enum(refundStatuses),
    updated_at: timestamp,
  })
  .meta({ id: 'Refund' })

/** The latest refund of a payment (interface 2.6). */
export type Refund = z.infer<typeof refund>

/** Why a payment is in its status (interface 2.6, decisions 8). */
export const statusReason = z
  .strictObject({
    status: z.string(),
    status_reason: z.strictObject({
      advice_code: z.enum(adviceCodes).nullable(),
      decline_code: z.enum(declineCodes).nullable(),
      message: z.string().nullable(),
    }),
  })
  .meta({ id: 'StatusReason' })

/** Why a payment is in its status (interface 2.6). */
export type StatusReason = z.infer<typeof statusReason>

/** The tax of a payment (interface 2.6, decisions 8). */
export const paymentTax = z
  .strictObject({
    amount_subtotal: amount,
    amount_subtotal_usd: amount.nullable(),
    amount_tax: amount,
    amount_tax_usd: amount.nullable(),
    behavior: z.enum(taxBehaviors).nullable(),
    calculation_id: z.string().nullable(),
    status: z.enum(taxStatuses),
    transaction_id: z.string().nullable(),
    error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    provider: z.strictObject({ id: z.string(), type: z.string() }).nullable(),
  })
  .meta({ id: 'PaymentTax' })

/** The tax of a payment (interface 2.6). */
export type PaymentTax = z.infer<typeof paymentTax>

/** How the cardholder was authenticated (interface 2.6, decisions 8). */
export const threeDSecure = z
  .strictObject({
    authentication_flow: z.enum(authenticationFlows).nullable(),
    status: z.enum(threeDSecureStatuses),
    status_reason: z.string().nullable(),
    transaction_id: z.string().nullable(),
    version: z.string().nullable(),
    electronic_commerce_indicator: z
      .strictObject({ liability_shift: z.boolean(), result: z.string(), value: z.string() })
      .nullable(),
  })
  .meta({ id: 'ThreeDSecure' })

/** How the cardholder was authenticated (interface 2.6). */
export type ThreeDSecure = z.infer<typeof threeDSecure>

/** What the shopper has to do before a payment can go on, and the page of this server where they do it (decisions 8). */
export const nextAction = z.strictObject({ type: z.enum(nextActionTypes), url: z.url() }).meta({ id: 'NextAction' })

/** What the shopper has to do before a payment can go on. */
export type NextAction = z.infer<typeof nextAction>

const check = z.enum(checkResults)

/** A payment (interface 2.6). Answered to a widget it may carry `next_action` while a challenge is open (decisions 8). */
export const payment = z
  .strictObject({
    id: idOf('pay'),
    amount,
    amount_usd: amount.nullable(),
    currency_code: currencyCode,
    payment_status: z.enum(paymentStatuses),
    payment_type: z.enum(paymentTypes),
    payment_token_type: z.enum(paymentTokenTypes).nullable(),
    payment_method: paymentMethod.nullable(),
    customer: embeddedCustomer,
    subscription: subscription.nullable(),
    metadata,
    statement_descriptor: z.string().nullable(),
    refunded_amount: amount,
    refund: refund.nullable(),
    avs_check: z.strictObject({ result: z.strictObject({ postal_code: check, street_address: check }) }).nullable(),
    cvc_check: z.strictObject({ result: z.strictObject({ cvc: check }) }).nullable(),
    payment_details: z
      .strictObject({
        arn: z.string().nullable(),
        auth_code: z.string().nullable(),
        network_payment_id: z.string().nullable(),
        processor_transaction_id: z.string().nullable(),
      })
      .nullable(),
    processor: z
      .strictObject({
        description: z.string().nullable(),
        id: z.string().nullable(),
        processor_merchant_id: z.string().nullable(),
        type: z.string().nullable(),
      })
      .nullable(),
    status_reason: statusReason.nullable(),
    tax: paymentTax.nullable(),
    three_d_secure: threeDSecure.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    next_action: nextAction.optional(),
  })
  .meta({ id: 'Payment' })

/** A payment (interface 2.6). */
export type Payment = z.infer<typeof payment>
