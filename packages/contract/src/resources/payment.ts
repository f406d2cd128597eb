import { z } from 'zod'
import { authenticationFlows, checkResults, nextActionTypes, threeDSecureStatuses } from '../vocabulary/card-terms.ts'
import { adviceCodes, declineCodes } from '../vocabulary/declines.ts'
import { taxBehaviors, taxStatuses } from '../vocabulary/plan-terms.ts'
import { paymentStatuses, paymentTokenTypes, paymentTypes, refundStatuses } from '../vocabulary/statuses.ts'
import { embeddedCustomer } from './customer.ts'
import { amount, currencyCode, idOf, nullableText, timestamp } from './fields.ts'
import { metadata } from './metadata.ts'
import { paymentMethod } from './payment-method.ts'
import { quoteLine } from './quote.ts'
import { subscription } from './subscription.ts'
import { taxBreakdown } from './tax-breakdown.ts'

/** One refund of a payment. */
export const refund = z
  .strictObject({
    id: idOf('ref').describe('Identifier of the refund.'),
    amount: amount.describe('Minor units of the payment’s currency.'),
    amount_usd: amount
      .nullable()
      .describe('The same in US cents at the payment’s rate; null if the payment has no amount in US dollars.'),
    amount_tax: amount.describe('The part of the payment’s tax that goes back with it, in minor units.'),
    tax_breakdown: taxBreakdown.describe('Each tax in it; `[]` if the payment has none.'),
    created_at: timestamp.describe('When it was requested, by the billing clock.'),
    processor_transaction_id: nullableText.describe(
      'The processor’s identifier of the refund; null until it has answered.',
    ),
    status: z
      .enum(refundStatuses)
      .describe('`pending`: the processor has not answered. `succeeded`: the money goes back. `failed`: it does not.'),
    reason: nullableText.describe(
      'Why, as you said when you asked for it; null if you did not, and always for a client token.',
    ),
    updated_at: timestamp.describe('When its status last changed, by the billing clock.'),
  })
  .meta({ id: 'Refund', description: 'One refund of a payment.' })

/** One refund of a payment. */
export type Refund = z.infer<typeof refund>

/** The reason for a payment's status. */
export const statusReason = z
  .strictObject({
    status: z
      .string()
      .describe(
        'The outcome in lower case: `approved`, `declined`, `blocked`, `failed`, `cancelled` or `unwanted`, which was paid too late and goes back.',
      ),
    status_reason: z
      .strictObject({
        advice_code: z
          .enum(adviceCodes)
          .nullable()
          .describe('Whether trying again may help; null if the payment was not declined.'),
        decline_code: z.enum(declineCodes).nullable().describe('Why it was declined; null if it was not.'),
        message: nullableText.describe(
          'A sentence in English for you, not for shoppers; null if there is nothing to say. A client token does not learn which rule blocked a payment.',
        ),
      })
      .describe('The reason behind the outcome.'),
  })
  .meta({ id: 'StatusReason', description: 'Why a payment is in its status.' })

/** The reason for a payment's status. */
export type StatusReason = z.infer<typeof statusReason>

/** The tax of a payment. */
export const paymentTax = z
  .strictObject({
    amount_subtotal: amount.describe('The payment’s amount without tax, in minor units.'),
    amount_subtotal_usd: amount.nullable().describe('The same in US cents; null if there is no rate.'),
    amount_tax: amount.describe('The tax in it, in minor units; 0 if none is collected.'),
    amount_tax_usd: amount.nullable().describe('The same in US cents; null if there is no rate.'),
    behavior: z
      .enum(taxBehaviors)
      .nullable()
      .describe(
        '`exclusive`: it was added to the price. `inclusive`: it was contained in it. Null if none is collected.',
      ),
    calculation_id: nullableText.describe('Identifier of the calculation; null if none was made.'),
    status: z
      .enum(taxStatuses)
      .describe(
        '`calculated`: not owed yet. `committed`: owed, because the money was captured. `reversed`: all of it went back or never arrived. `failed`: the tax could not be calculated. `not_collected`: not owed, or not collected here.',
      ),
    transaction_id: nullableText.describe('What it is committed under; null before that.'),
    breakdown: taxBreakdown.describe('Each tax in it; `[]` if none is collected.'),
    error: z
      .strictObject({
        code: z.string().describe('`calculator_unavailable` or `place_unknown`.'),
        message: z.string().describe('A sentence in English.'),
      })
      .nullable()
      .describe('Why the tax could not be calculated; null unless `status` is `failed`.'),
    provider: z
      .strictObject({
        id: z.string().describe('Identifier of the calculator.'),
        type: z.string().describe('Kind of the calculator.'),
      })
      .nullable()
      .describe('Who calculated it; null if it was not calculated.'),
  })
  .meta({ id: 'PaymentTax', description: 'The tax in a payment. Subtotal and tax sum to its amount.' })

/** The tax of a payment. */
export type PaymentTax = z.infer<typeof paymentTax>

/** The result of authenticating the cardholder (3-D Secure). */
export const threeDSecure = z
  .strictObject({
    authentication_flow: z
      .enum(authenticationFlows)
      .nullable()
      .describe('`frictionless`: the bank asked nothing. `challenge`: the holder confirmed. Null if it did not run.'),
    status: z.enum(threeDSecureStatuses).describe('What came of it.'),
    status_reason: nullableText.describe('A sentence about that in English; null if there is nothing to say.'),
    transaction_id: nullableText.describe('Identifier of the authentication; null if it did not run.'),
    version: nullableText.describe('Version of the protocol, such as `2.2.0`; null if it did not run.'),
    electronic_commerce_indicator: z
      .strictObject({
        liability_shift: z
          .boolean()
          .describe('Whether the bank, not you, bears the loss if the holder denies the payment.'),
        result: z.string().describe('The indicator in words; the digits mean opposite things at Visa and Mastercard.'),
        value: z.string().describe('The two digits that the network uses.'),
      })
      .nullable()
      .describe('What the network recorded; null if it recorded nothing.'),
  })
  .meta({ id: 'ThreeDSecure', description: 'How the cardholder was authenticated (EMV 3-D Secure).' })

/** The result of authenticating the cardholder (3-D Secure). */
export type ThreeDSecure = z.infer<typeof threeDSecure>

/** The step that the shopper has to do before the payment can continue, and the page of this server for it. */
export const nextAction = z
  .strictObject({
    type: z
      .enum(nextActionTypes)
      .describe(
        '`three_d_secure`: confirm to the bank, in a frame. `redirect`: approve on the page of the account’s company.',
      ),
    url: z.url().describe('Page of this server to open for it.'),
  })
  .meta({ id: 'NextAction', description: 'What the shopper has to do before the payment can go on.' })

/** The step that the shopper has to do before the payment can continue. */
export type NextAction = z.infer<typeof nextAction>

const check = z.enum(checkResults)

const avsCheck = z
  .strictObject({
    result: z
      .strictObject({
        postal_code: check.describe('Whether the postal code is the one that the bank knows.'),
        street_address: check.describe('Whether street and number are those that the bank knows.'),
      })
      .describe('What the bank answered.'),
  })
  .describe('Address check.')

const cvcCheck = z
  .strictObject({
    result: z
      .strictObject({ cvc: check.describe('Whether the security code is the right one.') })
      .describe('What the bank answered.'),
  })
  .describe('Check of the security code.')

const paymentDetails = z
  .strictObject({
    arn: nullableText.describe('Acquirer reference number, by which a bank finds the payment.'),
    auth_code: nullableText.describe('Code of the bank’s approval; null if it did not approve.'),
    network_payment_id: nullableText.describe('The card network’s identifier; null if it gave none.'),
    processor_transaction_id: nullableText.describe('The processor’s identifier of the charge.'),
  })
  .describe('Identifiers that others know the payment by.')

const processor = z
  .strictObject({
    description: nullableText.describe('Name of the connection to the processor.'),
    id: nullableText.describe('Identifier of the processor.'),
    processor_merchant_id: nullableText.describe('Your account at the processor.'),
    type: nullableText.describe('Kind of the processor, such as `sandbox`.'),
  })
  .describe('Who processed the payment.')

const statusesInWords =
  '`PENDING`: in flight; the outcome is not known yet. `AUTHORIZED`: approved, not captured yet. `SETTLING`: captured. `SETTLED`: the money has arrived. `DECLINED`: the bank refused. `BLOCKED`: a rule of yours refused. `FAILED`: it certainly moved no money. `CANCELLED`: abandoned or voided. Paid means `AUTHORIZED`, `SETTLING` or `SETTLED`.'

/** A payment. An answer to the element has `next_action` while the shopper has to act. */
export const payment = z
  .strictObject({
    id: idOf('pay').describe('Identifier of the payment.'),
    amount: amount.describe('Minor units of the currency, tax included; 0 for the verification of a method.'),
    amount_usd: amount
      .nullable()
      .describe('The same in US cents at the rate of the day it was made; null if there was no rate.'),
    currency_code: currencyCode.describe('Currency that is charged.'),
    lines: z
      .array(quoteLine)
      .describe(
        'What `amount` consists of, also for a renewal or a charge by your backend. The lines sum to it; tax that the price contains is no line (see `tax`). Refunds and disputes do not change them.',
      ),
    payment_status: z.enum(paymentStatuses).describe(statusesInWords),
    payment_type: z
      .enum(paymentTypes)
      .describe(
        '`CIT`: the shopper paid at a checkout. `MIT`: charged without the shopper, by your backend or a renewal.',
      ),
    payment_token_type: z
      .enum(paymentTokenTypes)
      .nullable()
      .describe('What stood for the card or account towards the processor; null if nothing did.'),
    payment_method: paymentMethod
      .nullable()
      .describe(
        'What was charged, as it was then; null for the wallet of a device until the processor has told what is behind it.',
      ),
    customer: embeddedCustomer.describe('Who paid.'),
    subscription: subscription
      .nullable()
      .describe(
        'The subscription that it was for, as it is now; null for a one-off plan, and until the first payment opens it.',
      ),
    metadata: metadata.describe('Your own keys and values; `{}` if there are none, and always for a client token.'),
    statement_descriptor: nullableText.describe(
      'What the bank statement says; null if nothing allowed could be made of the organization’s name.',
    ),
    refunded_amount: amount.describe('Sum of all refunds that succeeded or are pending, in minor units.'),
    refund: refund.nullable().describe('The latest refund; null if there is none.'),
    refunds: z.array(refund).describe('All refunds, the oldest first; `[]` if there is none.'),
    avs_check: avsCheck.nullable().describe('Address check; null until the processor has answered.'),
    cvc_check: cvcCheck.nullable().describe('Check of the security code; null until the processor has answered.'),
    payment_details: paymentDetails
      .nullable()
      .describe(
        'Identifiers that others know the payment by; null until the processor has answered, and for a client token.',
      ),
    processor: processor
      .nullable()
      .describe('Who processed it; null until the processor has answered, and for a client token.'),
    status_reason: statusReason.nullable().describe('Why it is in its status; null while it is under way.'),
    tax: paymentTax.nullable().describe('The tax in it.'),
    three_d_secure: threeDSecure
      .nullable()
      .describe('How the cardholder was authenticated; null if that was not asked for, or not yet.'),
    created_at: timestamp.describe('When it was begun, by the billing clock.'),
    updated_at: timestamp.describe('When it last changed, by the billing clock.'),
    next_action: nextAction
      .optional()
      .describe('What the shopper has to do now. It is there only for a client token, while they have to do it.'),
  })
  .meta({
    id: 'Payment',
    description: 'One try to collect an amount. A declined card is a payment with status `DECLINED`, and no error.',
  })

/** A payment. */
export type Payment = z.infer<typeof payment>
