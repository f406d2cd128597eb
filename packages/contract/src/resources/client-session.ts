import { z } from 'zod'
import { currencyPositions, intervalUnits, planTypes, prorationBillingModes } from '../vocabulary/plan-terms.ts'
import { amount, currencyCode, idOf, nullableText, timestamp } from './fields.ts'
import { metadata } from './metadata.ts'

/** An amount in the charged currency, with its formatted text. */
export const paymentMoney = z
  .strictObject({
    amount: z.int().describe('Minor units of the currency.'),
    currency: z.string().describe('Code of the currency.'),
    currency_decimals: z.int().describe('How many decimals the currency has: 2 for EUR, 0 for JPY, 3 for KWD.'),
    currency_position: z
      .enum(currencyPositions)
      .describe('Whether the symbol stands `left` or `right` of the number in the locale.'),
    currency_symbol: z.string().describe('Symbol in the locale; no two currencies share one (`$`, `CA$`, `A$`).'),
    formatted_amount: z.string().describe('The amount, written for the locale.'),
  })
  .meta({ id: 'PaymentMoney', description: 'An amount in the currency that is charged, ready for display.' })

/** An amount in the charged currency, with its formatted text. */
export type PaymentMoney = z.infer<typeof paymentMoney>

/** An amount converted to the shopper's own currency, only for display. */
export const localMoney = z
  .strictObject({
    ...paymentMoney.shape,
    currency_exchange_rate: z
      .number()
      .describe('Units of this currency for one unit of the charged one; 1 if they are the same.'),
    formatted_amount_rounded: z
      .string()
      .describe(
        'The amount as a display price, rounded up to `.99` or as your organization’s settings say. Never what is charged.',
      ),
  })
  .meta({
    id: 'LocalMoney',
    description: 'An amount in the currency of the shopper’s country. It is for display only and never charged.',
  })

/** An amount converted to the shopper's own currency, only for display. */
export type LocalMoney = z.infer<typeof localMoney>

const bothMoneys = z
  .strictObject({
    local: localMoney.describe('In the currency of the shopper’s country, for display only.'),
    payment: paymentMoney.describe('In the currency that is charged.'),
  })
  .describe('One amount in both currencies.')

/** Prices of a session's plan, with their formatted texts. */
export const currencyDetails = z
  .strictObject({
    plan: z
      .strictObject({
        local: localMoney.describe(
          'The price of one unit of the plan in the currency of the shopper’s country, for display only.',
        ),
        payment: paymentMoney.describe('The price of one unit of the plan in the currency that is charged.'),
        due_now: bothMoneys.describe('What is charged when the session is paid, with tax that is added on top.'),
        trial: bothMoneys.nullable().describe('The trial’s price for one unit; null if the plan has no trial.'),
      })
      .describe('Amounts of the session’s plan.'),
  })
  .meta({ id: 'CurrencyDetails', description: 'What a session’s plan costs, ready for display.' })

/** Prices of a session's plan, with their formatted texts. */
export type CurrencyDetails = z.infer<typeof currencyDetails>

const sessionCustomer = z
  .strictObject({
    email: nullableText.describe('E-mail address; null if none is known. Masked at the checkout.'),
    external_id: nullableText.describe('Your own identifier; null if you gave none, and at the checkout.'),
    id: idOf('cus').nullable().describe('Identifier; null until the first try to pay creates the customer.'),
    metadata: metadata.describe('Your own keys and values; `{}` at the checkout.'),
  })
  .describe('Who buys.')

const sessionTrial = z
  .strictObject({
    amount: amount.describe('Minor units for one unit of the plan; 0 for a free trial.'),
    currency: currencyCode.describe('Currency that is charged.'),
    interval: z.enum(intervalUnits).describe('Unit of the trial’s length.'),
    interval_count: z.int().describe('How many units the trial lasts.'),
  })
  .describe('The plan’s trial.')

const sessionPlan = z
  .strictObject({
    id: idOf('price').describe('Identifier of the plan.'),
    name: z.string().describe('Name that shoppers see.'),
    type: z.enum(planTypes).describe('`recurring` or `one-off`.'),
    interval: z.enum(intervalUnits).nullable().describe('Unit of the billing interval; null for a one-off plan.'),
    interval_count: z.int().nullable().describe('How many units make one interval; null for a one-off plan.'),
    amount: amount.describe('Price of one unit for this customer in minor units, before tax that is added on top.'),
    currency: currencyCode.describe('Currency that is charged.'),
    quantity: z.int().min(1).describe('How many units are bought; they cost that many times the amount.'),
    created_at: timestamp.describe('When the plan was created.'),
    updated_at: timestamp.describe('When the plan was last renamed or archived.'),
    trial: sessionTrial.nullable().describe('The plan’s trial; null if it has none.'),
  })
  .describe('What is bought.')

const sessionSubscription = z
  .strictObject({
    id: idOf('sub').nullable().describe('Identifier of the subscription that is changed; null if a new one begins.'),
    metadata: metadata.describe('Keys and values for the subscription; `{}` at the checkout.'),
    proration_billing_mode: z
      .enum(prorationBillingModes)
      .nullable()
      .describe('How a plan change is billed, as you asked; null if you did not: `prorated_immediately` then.'),
  })
  .describe('The subscription that is begun or changed.')

/** A client session. */
export const clientSession = z
  .strictObject({
    id: z.uuid().describe('Identifier. It can’t be guessed, and anyone who knows it may see and pay this checkout.'),
    expiry_date: timestamp.describe(
      'When the session expires, by the billing clock; not while a payment of it is unfinished.',
    ),
    customer: sessionCustomer.nullable().describe('The customer who buys; null until one is named.'),
    payment: z
      .strictObject({ metadata: metadata.describe('Keys and values for the payment; `{}` at the checkout.') })
      .describe('What its payment will carry.'),
    plan: sessionPlan.nullable().describe('What is bought; null while no plan is named.'),
    subscription: sessionSubscription
      .nullable()
      .describe('The subscription that is begun or changed; null if you said nothing about it.'),
    currency_details: currencyDetails
      .nullable()
      .describe('Amounts ready for display; null without a plan, or where `options.currency_details` is false.'),
  })
  .meta({
    id: 'ClientSession',
    description: 'One checkout of one shopper: who buys what. It is paid once, and expires if it is not.',
  })

/** A client session. */
export type ClientSession = z.infer<typeof clientSession>
